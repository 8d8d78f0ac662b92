import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../test/processor-time.ts';
import { lintSchema } from './lint-schema.ts';

describe('lintSchema', () => {
  it.each([['text'], [42], [true], [[]]])('drops a tool whose schema is %j', (given) => {
    expect(lintSchema(given)).toEqual({ ok: false, reason: 'its schema is not an object' });
  });

  it('[SCH-12] takes a missing schema for that of a tool without parameters', () => {
    for (const given of [undefined, null]) {
      expect(lintSchema(given)).toEqual({ ok: true, schema: { type: 'object', properties: {} }, warnings: [] });
    }
  });

  it('gives back what is sound as it is', () => {
    for (const schema of [{}, { type: 'object' }, { properties: { a: {} } }, { type: 'object', oneOf: [] }]) {
      const linted = lintSchema(schema);
      expect(linted).toEqual({ ok: true, schema, warnings: [] });
      expect(linted.ok && linted.schema).toBe(schema);
    }
  });

  it('makes the root an object', () => {
    expect(lintSchema({ type: ['object', 'null'] })).toEqual({ ok: true, schema: { type: 'object' }, warnings: [] });
    const linted = lintSchema({ type: 'objekt', properties: { a: {} } });
    expect(linted).toMatchObject({ ok: true, schema: { type: 'object', properties: { a: {} } } });
    expect(linted.ok && linted.warnings).toHaveLength(1);
  });

  it('replaces 10,000 levels, circles, floods and what is not JSON by a schema that takes anything', async () => {
    let deep: object = { type: 'string' };
    for (let i = 0; i < 10_000; i++) deep = { properties: { a: deep } };
    const circle: Record<string, unknown> = { type: 'object' };
    circle['properties'] = { self: circle, other: circle };
    const flood = {
      properties: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`p${i}`, { type: 'string' }])),
    };
    // As a tree this holds 2^60 schemas.
    let shared: object = { type: 'string' };
    for (let i = 0; i < 60; i++) shared = { anyOf: [shared, shared] };
    for (const schema of [deep, circle, flood, shared, { default: 10n }, { enum: [() => 1] }]) {
      expect(await leastProcessorMs(() => lintSchema(schema))).toBeLessThan(150);
      expect(lintSchema(schema)).toMatchObject({
        ok: true,
        schema: { type: 'object', properties: {}, additionalProperties: true },
        warnings: [expect.stringContaining('replaced')],
      });
    }
  });
});
