import { it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { leastProcessorMs } from '../../test/processor-time.ts';
import { schemas } from '../../test/schema/schema-samples.ts';
import { isJsonObject, type JsonSchema } from '../base/json.ts';
import { stableJson } from '../base/stable-json.ts';
import { checkArguments } from './check-arguments.ts';
import { publishSchema, type SchemaDialect } from './publish.ts';

const DIALECTS = ['mcp', 'openai', 'anthropic', 'gemini'] as const;
/** A plain `then` looks like a promise to the linter. */
const THEN = 'then';
const published = (schema: JsonSchema, dialect: SchemaDialect) => publishSchema(schema, dialect).schema;

describe.each(DIALECTS)('publishSchema for %s', (dialect) => {
  it('[SCH-02] merges alternatives at the root into one object, with a warning that names them', () => {
    const arm = (kind: string, name: string) => ({
      type: 'object',
      properties: { kind: { type: 'string', const: kind }, [name]: { type: 'string' } },
      required: ['kind', name],
    });
    const schema = { oneOf: [arm('file', 'path'), arm('url', 'href')] };
    const { schema: told, warnings } = publishSchema(schema, dialect);
    expect(told).toMatchObject({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['file', 'url'] },
        path: { type: 'string' },
        href: { type: 'string' },
      },
      required: ['kind'],
    });
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) expect(told).not.toHaveProperty(keyword);
    expect(warnings).toEqual([expect.stringContaining('oneOf')]);
  });

  it('[SCH-04] leaves a condition at the root to validation', () => {
    const schema = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      allOf: [
        {
          if: { properties: { kind: { const: 'path' } } },
          [THEN]: { properties: { from: { type: 'string' }, to: { type: 'string' } }, required: ['from', 'to'] },
        },
      ],
    };
    const { schema: told, warnings } = publishSchema(schema, dialect);
    expect(told).toMatchObject({
      properties: { kind: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
    });
    expect(told).not.toHaveProperty('allOf');
    expect(told).not.toHaveProperty('required');
    expect(warnings).toEqual([expect.stringContaining('allOf')]);
    expect(checkArguments({ name: 't', inputSchema: schema }, { kind: 'path', from: 'a' }).ok).toBe(false);
  });

  it.each<[JsonSchema]>([[{ type: 'object' }], [{}], [{ type: 'object', additionalProperties: {} }]])(
    '[SCH-12] gives %j properties',
    (schema) => {
      expect(published(schema, dialect)).toMatchObject({ type: 'object', properties: {} });
    },
  );

  it('resolves a reference at the root', () => {
    const schema = {
      $ref: '#/$defs/p',
      $defs: { p: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
    };
    expect(published(schema, dialect)).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
  });

  it('repairs what every client parses at the root', () => {
    const schema = { type: ['object', 'null'], properties: { a: true, b: 'text' }, required: 'a' } as JsonSchema;
    const told = published(schema, dialect);
    expect(told['type']).toBe('object');
    expect(Object.values(told['properties'] as JsonSchema).every(isJsonObject)).toBe(true);
    expect(told).not.toHaveProperty('required');
  });

  it('stays small and quick with deep, circular and branching schemas', async () => {
    let deep: JsonSchema = { type: 'string' };
    for (let i = 0; i < 2_000; i++) deep = { type: 'object', properties: { a: deep } };
    const fan = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } } },
      ]),
    );
    const root = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    for (const schema of [
      deep,
      { properties: { x: { $ref: '#/$defs/d0' } }, $defs: fan },
      { $ref: '#/$defs/d0', $defs: root },
    ]) {
      expect(await leastProcessorMs(() => publishSchema(schema, dialect))).toBeLessThan(500);
    }
  });

  it.prop([schemas])(
    '[INV-8] is an object at the root, the same bytes each time, and leaves the schema alone',
    (schema) => {
      const before = stableJson(schema);
      const first = publishSchema(schema, dialect);
      expect(JSON.stringify(publishSchema(structuredClone(schema), dialect))).toBe(JSON.stringify(first));
      expect(stableJson(schema)).toBe(before);
      expect(first.schema['type']).toBe('object');
      expect(isJsonObject(first.schema['properties'])).toBe(true);
      for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'enum', 'const', '$ref'])
        expect(first.schema).not.toHaveProperty(keyword);
      // No property of the root is lost.
      expect(Object.keys(first.schema['properties'] as JsonSchema)).toEqual(
        expect.arrayContaining(Object.keys(schema['properties'] as JsonSchema)),
      );
    },
  );
});

describe('publishSchema', () => {
  it('gives an MCP client a sound schema as it is', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { type: 'string', 'x-order': 1, nullable: true } },
      'x-vendor': { a: 1 },
    };
    expect(published(schema, 'mcp')).toBe(schema);
  });

  it('gives a client of 2026 whatever stands at the root, and what every root has', () => {
    const schema = { anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(published(schema, 'mcp-2026')).toEqual({ ...schema, type: 'object', properties: {} });
  });

  it('[SCH-06] keeps references where they are allowed and writes them out where not', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
    };
    const schema = { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } };
    for (const dialect of ['mcp', 'openai', 'anthropic'] as const) expect(published(schema, dialect)).toEqual(schema);
    expect(published(schema, 'gemini')).toEqual({
      type: 'object',
      properties: {
        root: {
          type: 'object',
          properties: { name: { type: 'string' }, kids: { type: 'array', items: { type: 'object' } } },
        },
      },
    });
  });

  it('[SCH-10] tells Gemini of a list that may be null in its own words', () => {
    const tags = { type: ['array', 'null'], items: { type: 'string' }, description: 'Tags' };
    expect(published({ type: 'object', properties: { tags } }, 'gemini')).toEqual({
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' }, description: 'Tags', nullable: true } },
    });
  });

  it('tells strict parsers old forms in new words, and leaves out what is malformed', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'urn:x',
      type: 'object',
      properties: {
        id: { type: 'string' },
        f: { type: 'number', minimum: 0, exclusiveMinimum: true },
        pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
        n: { type: 'string', nullable: true, default: { nullable: true } },
        odd: { type: 'objekt', required: true, enum: [] },
        lost: { $ref: '#/none', description: 'x' },
        outside: { $ref: 'https://example.test/x.json' },
      },
    };
    const told = published(schema, 'anthropic');
    expect(told).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        f: { type: 'number', exclusiveMinimum: 0 },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
        n: { type: ['string', 'null'], default: { nullable: true } },
        odd: {},
        lost: { description: 'x' },
        outside: {},
      },
    });
    expect(publishSchema(schema, 'openai').warnings).toEqual(publishSchema(schema, 'anthropic').warnings);
  });

  it('gives OpenAI items in every array', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array' }, b: { type: ['array', 'null'] }, c: { type: 'string' } },
    };
    expect(published(schema, 'openai')['properties']).toEqual({
      a: { type: 'array', items: {} },
      b: { type: ['array', 'null'], items: {} },
      c: { type: 'string' },
    });
  });

  it('leaves parameters out that Anthropic refuses by name, and says which', () => {
    const schema = { type: 'object', properties: { ok: {}, 'not ok': {}, $bad: {} }, required: ['ok', '$bad'] };
    const { schema: told, warnings } = publishSchema(schema, 'anthropic');
    expect(told).toEqual({ type: 'object', properties: { ok: {} }, required: ['ok'] });
    expect(warnings).toEqual([expect.stringContaining('"not ok", "$bad"')]);
  });

  it('tells Gemini only what it knows', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { const: 'a' },
        level: { type: 'integer', enum: [1, 2], description: 'Level.' },
        when: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email', default: 'x' },
        either: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'Either' },
        both: { allOf: [{ $ref: '#/$defs/a' }, { properties: { b: { type: 'string' } }, required: ['b', 'c'] }] },
        any: {},
        union: { type: ['string', 'integer'] },
        ref: { $ref: '#/$defs/a', description: 'Own words' },
      },
      required: ['kind', 'gone'],
      $defs: { a: { type: 'object', description: 'A', properties: { a: { type: 'boolean' } }, required: ['a'] } },
    };
    expect(published(schema, 'gemini')).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['a'] },
        level: { type: 'integer', description: 'Level. One of: 1, 2' },
        when: { type: 'string', format: 'date-time' },
        mail: { type: 'string' },
        either: {
          anyOf: [
            { type: 'string', description: 'Either', nullable: true },
            { type: 'integer', description: 'Either', nullable: true },
          ],
        },
        both: {
          type: 'object',
          description: 'A',
          properties: { a: { type: 'boolean' }, b: { type: 'string' } },
          required: ['a', 'b'],
        },
        any: { type: 'string' },
        union: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        ref: { type: 'object', description: 'Own words', properties: { a: { type: 'boolean' } }, required: ['a'] },
      },
      required: ['kind'],
    });
  });

  it('keeps a parameter called __proto__ a parameter', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string","nullable":true}}}');
    for (const dialect of ['mcp', 'openai', 'gemini'] as const) {
      expect(JSON.stringify(published(schema, dialect))).toContain('"__proto__":{"type"');
    }
    expect(
      JSON.stringify(published(JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"}}}]}'), 'mcp')),
    ).toContain('__proto__');
  });
});
