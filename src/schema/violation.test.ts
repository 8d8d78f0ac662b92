import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { prepareSchema } from './validate.ts';
import { bestViolation, type Violation } from './violation.ts';

/** A plain `then` looks like a promise to the linter. */
const THEN = 'then';

function violation(properties: JsonSchema, args: JsonObject, more: JsonSchema = {}): Violation {
  const prepared = prepareSchema({ type: 'object', properties, ...more });
  const verdict = prepared.begin().validate(args);
  if (verdict.valid) throw new Error('valid');
  return bestViolation(prepared, verdict.errors, args);
}

describe('bestViolation', () => {
  it('writes paths as a model reads them', () => {
    const integer = { type: 'integer' };
    const list = {
      type: 'array',
      items: { type: 'object', properties: { 'odd key': integer, $ok: integer, 'a/b~c%': integer } },
    };
    expect(violation({ list }, { list: [{}, { 'odd key': 'x' }] }).path).toBe('arguments.list[1]["odd key"]');
    expect(violation({ list }, { list: [{ $ok: 'x' }] }).path).toBe('arguments.list[0].$ok');
    expect(violation({ list }, { list: [{ 'a/b~c%': 'x' }] }).path).toBe('arguments.list[0]["a/b~c%"]');
    expect(violation({ '0': integer }, { '0': 'x' }).path).toBe('arguments["0"]');
  });

  it.each<[string, JsonSchema, JsonObject, Partial<Violation>]>([
    [
      'type',
      { a: { type: 'integer' } },
      { a: 'x' },
      { constraint: 'type', detail: 'expected integer, got string "x"' },
    ],
    [
      'types',
      { a: { type: ['integer', 'null'] } },
      { a: true },
      { detail: 'expected integer or null, got boolean true' },
    ],
    ['a container', { a: { type: 'integer' } }, { a: { k: 1 } }, { detail: 'expected integer, got object' }],
    ['const', { a: { const: 'x' } }, { a: 'y' }, { constraint: 'const', detail: 'got "y", allowed: "x"' }],
    ['minimum', { a: { minimum: 5 } }, { a: 3 }, { constraint: 'minimum', detail: '3 is less than 5.' }],
    [
      'pattern',
      { a: { pattern: '^b' } },
      { a: 'x' },
      { constraint: 'pattern', detail: 'got string "x", which does not match ^b' },
    ],
    [
      'not',
      { a: { not: { type: 'string' } } },
      { a: 'x' },
      { constraint: 'not', detail: 'got string "x", which is excluded' },
    ],
    [
      'a forbidden property',
      { a: false },
      { a: 1 },
      { path: 'arguments', constraint: 'properties', detail: '"a" is not allowed' },
    ],
    [
      'a forbidden item',
      { a: { prefixItems: [true], items: false } },
      { a: [1, 2] },
      { path: 'arguments.a', constraint: 'items' },
    ],
    ['a value that is always wrong', { a: { allOf: [false] } }, { a: 1 }, { path: 'arguments.a', constraint: 'not' }],
    ['uniqueItems', { a: { uniqueItems: true } }, { a: [1, 1] }, { path: 'arguments.a', constraint: 'uniqueItems' }],
    ['contains', { a: { contains: { type: 'string' } } }, { a: [1] }, { path: 'arguments.a', constraint: 'contains' }],
    [
      'propertyNames',
      { a: { propertyNames: { maxLength: 1 } } },
      { a: { bb: 1 } },
      { path: 'arguments.a', constraint: 'propertyNames' },
    ],
    [
      'a typed extra',
      { a: { additionalProperties: { type: 'string' } } },
      { a: { k: 1 } },
      { path: 'arguments.a.k', constraint: 'type' },
    ],
  ])('tells what is wrong and what would be right: %s', (_name, properties, args, expected) => {
    expect(violation(properties, args)).toMatchObject(expected);
  });

  it('suggests the known name that an unknown property is nearest to', () => {
    const closed = { additionalProperties: false };
    const properties = { count: {}, maxResults: {} };
    expect(violation(properties, { cuont: 1 }, closed)).toEqual({
      path: 'arguments',
      constraint: 'additionalProperties',
      detail: 'unknown property "cuont"; did you mean "count"?; known: "count", "maxResults"',
    });
    expect(violation(properties, { max_results: 1 }, closed).detail).toContain('did you mean "maxResults"?');
    expect(violation(properties, { zebra: 1 }, closed).detail).not.toContain('did you mean');
    expect(violation(properties, { x: 1 }, { unevaluatedProperties: false }).constraint).toBe('unevaluatedProperties');
  });

  it('names everything that is missing, and what was given', () => {
    const nested = { type: 'object', required: ['id', 'name'] };
    expect(violation({ o: nested }, { o: { nmae: 1 } })).toEqual({
      path: 'arguments.o',
      constraint: 'required',
      detail: 'missing "id", "name"; given: "nmae"',
    });
  });

  it('chooses the alternative that the value comes nearest to', () => {
    const arm = (kind: string, more: JsonSchema) => ({
      type: 'object',
      properties: { kind: { const: kind }, ...more },
      required: ['kind', ...Object.keys(more)],
    });
    const oneOf = [
      arm('file', { path: { type: 'string' } }),
      arm('range', { from: { type: 'integer' }, to: { type: 'integer' } }),
    ];
    expect(violation({ x: { oneOf } }, { x: { kind: 'range', from: 1, to: 'end' } })).toMatchObject({
      path: 'arguments.x.to',
      constraint: 'type',
    });
    expect(violation({ x: { anyOf: oneOf } }, { x: { kind: 'range', from: 1 } })).toMatchObject({
      path: 'arguments.x',
      constraint: 'required',
      detail: expect.stringContaining('missing "to"'),
    });
    const optional = { anyOf: [{ type: 'object', properties: { n: { type: 'integer' } } }, { type: 'null' }] };
    expect(violation({ x: optional }, { x: { n: 'a' } })).toMatchObject({ path: 'arguments.x.n', constraint: 'type' });
  });

  it('names all kinds when the value is of none of them', () => {
    expect(
      violation({ x: { anyOf: [{ type: 'integer' }, { anyOf: [{ type: 'array' }, { type: 'null' }] }] } }, { x: 'a' }),
    ).toEqual({
      path: 'arguments.x',
      constraint: 'type',
      detail: 'expected integer or array or null, got string "a"',
    });
    expect(violation({ x: { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] } }, { x: 'd' })).toEqual({
      path: 'arguments.x',
      constraint: 'anyOf',
      detail: 'expected "a" or "b", "c", got string "d"',
    });
  });

  it('says so when more than one of oneOf fits', () => {
    expect(violation({ x: { oneOf: [{ type: 'integer' }, { minimum: 0 }] } }, { x: 1 })).toMatchObject({
      path: 'arguments.x',
      constraint: 'oneOf',
    });
  });

  it('finds its way through references, allOf and conditions', () => {
    const $defs = {
      node: { properties: { kids: { items: { $ref: '#/$defs/node' } }, n: { allOf: [{ type: 'integer' }] } } },
    };
    expect(
      violation({ x: { $ref: '#/$defs/node' } }, { x: { kids: [{ kids: [{ n: 'a' }] }] } }, { $defs }),
    ).toMatchObject({
      path: 'arguments.x.kids[0].kids[0].n',
      constraint: 'type',
      detail: 'expected integer, got string "a"',
    });
    const when = {
      if: { required: ['a'] },
      [THEN]: { properties: { b: { type: 'string' } } },
      else: { required: ['b'] },
    };
    expect(violation({}, { a: 1, b: 1 }, when)).toMatchObject({ path: 'arguments.b', constraint: 'type' });
    expect(violation({}, {}, when)).toMatchObject({ path: 'arguments', constraint: 'required' });
  });

  it('[INV-10] does not repeat a secret', () => {
    expect(violation({ api_key: { type: 'integer' } }, { api_key: 'sk-12345' }).detail).toBe(
      'expected integer, got string ***',
    );
    expect(
      violation({ auth: { properties: { token: { enum: ['x'] } } } }, { auth: { token: 'hush' } }).detail,
    ).not.toContain('hush');
  });

  it('keeps the detail to one line of 600 characters', () => {
    const long = violation(
      { a: { enum: Array.from({ length: 500 }, (_, i) => `${'v'.repeat(100)} ${i}`) } },
      { a: 'x\n\ny'.repeat(500) },
    );
    expect(Array.from(long.detail).length).toBeLessThanOrEqual(600);
    expect(long.detail).not.toContain('\n');
    expect(
      violation({}, { ['k'.repeat(5_000)]: 1 }, { additionalProperties: false }).detail.length,
    ).toBeLessThanOrEqual(600);
  });
});
