import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { processorMs, slowness } from '../../test/processor-time.ts';
import { argumentsFor, isValidByAjv, schemas } from '../../test/schema/schema-samples.ts';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { checkArguments } from './check-arguments.ts';
import { prepareSchema } from './validate.ts';

/** Ajv takes milliseconds to compile a schema. */
const SLOW_MS = 20_000;
/** A plain `then` looks like a promise to the linter. */
const THEN = 'then';
const validate = (schema: JsonSchema, args: unknown) => prepareSchema(schema).begin().validate(args);
const accepts = (schema: JsonSchema, args: unknown) => validate(schema, args).valid;

describe('prepareSchema', () => {
  it('[SCH-06] validates a recursive schema', () => {
    const node = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } } };
    const schema = { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } };
    expect(accepts(schema, { root: { kids: [{ kids: [] }] } })).toBe(true);
    expect(accepts(schema, { root: { kids: [{ kids: 'none' }] } })).toBe(false);
    expect(prepareSchema(schema).warnings).toEqual([]);
  });

  it.each([
    ['a → a', { a: { $ref: '#/$defs/a' } }],
    ['a → b → a', { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }],
    ['a allOf a', { a: { allOf: [{ $ref: '#/$defs/a' }] } }],
    ['a oneOf a', { a: { oneOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } }],
    ['not a', { a: { not: { $ref: '#/$defs/a' } } }],
    ['if a', { a: { if: { $ref: '#/$defs/a' }, [THEN]: false } }],
  ])('[SCH-08] treats %s as unconstrained, with a warning', (_name, $defs) => {
    const schema = { type: 'object', properties: { x: { $ref: '#/$defs/a' } }, $defs };
    expect(accepts(schema, { x: 1 })).toBe(true);
    expect(accepts(schema, { x: 'text' })).toBe(true);
    expect(prepareSchema(schema).warnings).toEqual([expect.stringContaining('leads back to itself')]);
  });

  it('[SCH-14] understands draft 4, and a property called id', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'urn:x',
      type: 'object',
      properties: {
        f: { minimum: 0, exclusiveMinimum: true },
        g: { maximum: 9, exclusiveMaximum: false },
        id: { type: 'string' },
        $id: { type: 'string' },
        same: { $ref: '#/properties/id' },
        named: { $ref: '#part' },
      },
      definitions: { part: { id: '#part', type: 'integer' } },
    };
    expect(prepareSchema(schema).warnings).toEqual([]);
    for (const args of [{ f: 1, g: 9, id: 'a', same: 'b', named: 1 }, {}]) expect(accepts(schema, args)).toBe(true);
    for (const args of [{ f: 0 }, { g: 10 }, { id: 1 }, { $id: 1 }, { same: 1 }, { named: 'a' }]) {
      expect(accepts(schema, args)).toBe(false);
    }
  });

  it('ignores what stands beside $ref where the draft says so', () => {
    const schema = { properties: { a: { $ref: '#/$defs/s', maxLength: 1 } }, $defs: { s: { type: 'string' } } };
    expect(accepts(schema, { a: 'long' })).toBe(false);
    expect(accepts({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, { a: 'long' })).toBe(true);
  });

  it.each(['^https\\:\\/\\/', '(?i)^abc$', '[[:alpha:]]+', 'a++', '\\Z', '^[\\w-.]+$'])(
    '[SCH-28] skips the pattern %s with a warning, and enforces its neighbours',
    (pattern) => {
      const schema = {
        type: 'object',
        properties: { a: { type: 'string', pattern }, b: { type: 'string', pattern: '^b' } },
        patternProperties: { [pattern]: { type: 'integer' }, '^n_': { type: 'number' } },
        additionalProperties: false,
      };
      expect(accepts(schema, { a: 'zzz', b: 'bb', n_1: 1 })).toBe(true);
      expect(accepts(schema, { a: 'zzz', b: 'no' })).toBe(false);
      expect(accepts(schema, { n_1: 'text' })).toBe(false);
      // A key that only the skipped pattern may know must not be refused.
      expect(accepts(schema, { other: 'text' })).toBe(true);
      expect(prepareSchema(schema).warnings).toHaveLength(2);
    },
  );

  it('[TS-11.7.24] lets everything pass when a reference points outside, and never fetches it', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { $ref: 'https://example.test/s.json' } },
    };
    expect(validate(schema, { a: 'text', b: 1 })).toMatchObject({ valid: true, unchecked: expect.any(String) });
    const literal = { type: 'object', properties: { a: { enum: [{ $ref: 'https://example.test/s.json' }] } } };
    expect(validate(literal, { a: 1 }).valid).toBe(false);
    expect(validate(literal, { a: { $ref: 'https://example.test/s.json' } })).toEqual({ valid: true });
  });

  it.each([
    ['an unknown type', { type: 'objekt' }],
    ['an unknown type among others', { type: ['string', 'file'] }],
    ['required: true', { required: true }],
    ['enum: []', { enum: [] }],
    ['enum: text', { enum: 'a' }],
    ['minimum: text', { minimum: '5' }],
    ['multipleOf: 0', { multipleOf: 0 }],
    ['properties: null', { properties: null }],
    ['items: text', { items: 'string' }],
    ['anyOf: []', { anyOf: [] }],
    ['anyOf of no schema', { anyOf: [null, { type: 'string' }] }],
    ['a lost reference', { $ref: '#/$defs/none' }],
    ['not of a lost reference', { not: { $ref: '#/$defs/none' } }],
    ['not of an unknown type', { not: { type: 'objekt' } }],
    ['not of a bad pattern', { not: { type: 'number', pattern: '(?i)a' } }],
    ['if with an unknown type', { if: { type: 'objekt' }, [THEN]: false }],
    ['oneOf with unknown types', { oneOf: [{ type: 'int' }, { type: 'dict' }] }],
    ['dependentRequired: text', { dependentRequired: 'a' }],
    ['format', { format: 'email' }],
  ])('allows anything where the schema says only %s', (_name, schema) => {
    for (const value of [1, 'a', { a: 1 }, [1], null, 7.5]) {
      expect(accepts({ type: 'object', properties: { x: schema } }, { x: value })).toBe(true);
    }
  });

  it('takes a property whose schema is no schema for one that may be anything', () => {
    const schema = { properties: { name: 'string' }, additionalProperties: false };
    expect(accepts(schema, { name: 1 })).toBe(true);
    expect(accepts(schema, { other: 1 })).toBe(false);
  });

  it('reads a nullable and a root that is not called an object', () => {
    expect(accepts({ type: 'string', properties: { a: { type: 'string', nullable: true } } }, { a: null })).toBe(true);
    expect(
      accepts(
        { properties: { a: { $ref: '#/$defs/s', nullable: true } }, $defs: { s: { type: 'string' } } },
        { a: null },
      ),
    ).toBe(true);
    expect(accepts({ properties: { a: { $ref: '#/$defs/s' } }, $defs: { s: { type: 'string' } } }, { a: null })).toBe(
      false,
    );
  });

  it('lets pass what a schema that is not JSON would have to say', () => {
    const circle: Record<string, unknown> = {};
    circle['const'] = circle;
    expect(validate(circle as JsonSchema, {})).toMatchObject({ valid: true, unchecked: expect.any(String) });
  });

  it('counts what an array contains', () => {
    const schema = { properties: { a: { contains: { type: 'string' }, maxContains: 1 } } };
    expect(accepts(schema, { a: [1, 'x'] })).toBe(true);
    for (const a of [[], [1], ['x', 'y']]) expect(accepts(schema, { a })).toBe(false);
  });

  it('does not write to the schema, and prepares a schema object once', () => {
    const schema = deepFreeze({
      type: 'object',
      properties: { a: { $ref: '#/$defs/s' } },
      $defs: { s: { type: 'string' } },
    });
    expect(accepts(schema, { a: 'x' })).toBe(true);
    expect(prepareSchema(schema)).toBe(prepareSchema(schema));
  });

  it('keeps a __proto__ key a key', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"integer"}},"additionalProperties":false}');
    expect(accepts(schema, JSON.parse('{"__proto__":1}'))).toBe(true);
    expect(accepts(schema, JSON.parse('{"__proto__":"x"}'))).toBe(false);
    expect(accepts(schema, { polluted: 1 })).toBe(false);
  });

  it.prop([schemas, argumentsFor], { numRuns: 250 })(
    'agrees with ajv on schemas that are sound',
    (schema, args) => {
      const prepared = prepareSchema(schema);
      const verdict = prepared.begin().validate(args);
      const expected = isValidByAjv(schema, args);
      fc.pre(prepared.warnings.length === 0 && !(verdict.valid && verdict.unchecked !== undefined));
      fc.pre(expected !== undefined);
      expect(verdict.valid).toBe(expected);
    },
    SLOW_MS,
  );
});

describe('a hostile schema', () => {
  it.each<[string, () => readonly [schema: object, args: unknown]]>([
    ['^(a+)+$', () => [property({ pattern: '^(a+)+$' }), { x: text(60) }]],
    ['(a|a)*$', () => [property({ pattern: '(a|a)*$' }), { x: text(60) }]],
    ['(.*)*x', () => [property({ pattern: '(.*)*x' }), { x: text(5_000) }]],
    ['\\s*\\s*\\s*$', () => [property({ pattern: '\\s*\\s*\\s*$' }), { x: `${' '.repeat(20_000)}!` }]],
    ['a slow pattern on a long text', () => [property({ pattern: '[a-z]+\\d' }), { x: text(500_000) }]],
    [
      'a slow pattern on many texts',
      () => [property({ items: { pattern: '[a-z]+\\d' } }), { x: list(2_000, () => text(250)) }],
    ],
    ['a{0,65535}', () => [property({ pattern: 'a{0,65535}$' }), { x: text(60_000) }]],
    [
      'thousands of patterns',
      () => [property({ patternProperties: map(2_900, (i) => `^(a|b|${i})+$`) }), { x: { a: 1 } }],
    ],
    ['an evil key', () => [property({ patternProperties: { '^(a+)+$': {} } }), { x: { [text(60)]: 1 } }]],
    ['format url', () => [property({ format: 'url' }), { x: `http://${text(60)}` }]],
    ['uniqueItems on a big array', () => [property({ uniqueItems: true }), { x: list(50_000, (i) => i) }]],
    [
      'uniqueItems on big items',
      () => [property({ uniqueItems: true }), { x: list(300, (i) => list(200, (k) => (k === 199 ? i : k))) }],
    ],
    ['a fan of allOf', () => [property({ $ref: '#/$defs/d0' }, fan('allOf')), { x: 1 }]],
    ['a fan of anyOf', () => [property({ $ref: '#/$defs/d0' }, fan('anyOf')), { x: 1 }]],
    ['a fan of oneOf', () => [property({ $ref: '#/$defs/d0' }, fan('oneOf')), { x: '["1"]' }]],
    ['a long chain of references', () => [property({ $ref: '#/$defs/d0' }, chain(2_500)), { x: 1 }]],
    ['10,000 levels of allOf', () => [property(nested(10_000, (inside) => ({ allOf: [inside] }))), { x: 1 }]],
    [
      '10,000 levels of properties',
      () => [nested(10_000, (inside) => ({ properties: { x: inside } })), { x: { x: 1 } }],
    ],
    ['2,000 levels of not', () => [property(nested(2_000, (inside) => ({ not: inside }))), { x: 1 }]],
    ['a fan that eats its input', () => [property({ $ref: '#/$defs/n' }, { n: eater() }), { x: nestedArray(150) }]],
    ['deep arguments', () => [property({ type: 'array' }), { x: nestedArray(50_000) }]],
    ['a huge enum', () => [property({ enum: list(50_000, (i) => `value ${i}`) }), { x: 'none' }]],
    ['a wide schema', () => [property({ properties: map(30_000, (i) => `p${i}`) }), { x: { p1: 1 } }]],
    ['many errors', () => [property({ anyOf: list(2_500, (i) => ({ required: [`r${i}`, `s${i}`] })) }), { x: {} }]],
    [
      'a long text for many alternatives',
      () => [
        property({ anyOf: list(2_000, (i) => ({ type: 'array', minItems: i + 2 })) }),
        { x: JSON.stringify([text(300_000)]) },
      ],
    ],
    ['a fan at the root', () => [{ $ref: '#/$defs/d0', $defs: fan('allOf') }, { x: '1' }]],
    ['many numbers as texts', () => [property({ items: { type: 'array' } }), { x: list(15_000, (i) => `[${i}]`) }]],
    ['a flood of unknown keys', () => [{ type: 'object', additionalProperties: false }, map(30_000, (i) => `k${i}`)]],
  ])('never blocks a call for more than 50 ms: %s', async (_name, attack) => {
    // Processor time, the best of three, each with a schema never seen before: the machine may be busy otherwise.
    const times: number[] = [];
    for (let go = 0; go < 3; go++) {
      const [schema, args] = attack();
      const definition = { name: 'hostile', inputSchema: schema as JsonSchema };
      times.push(await processorMs(() => checkArguments(definition, args as JsonObject)));
    }
    expect(Math.min(...times)).toBeLessThan(50 * (await slowness()));
  });

  it('is stopped because each visit of the validator is counted', () => {
    // Small enough to end by itself, should the validator stop reading what counts its visits.
    const schema = property({ $ref: '#/$defs/d46' }, fan('anyOf'));
    const verdict = (root: object) => validate(root as JsonSchema, { x: 1 });
    expect(verdict(schema)).toMatchObject({ valid: true, unchecked: expect.stringContaining('too long') });
    expect(verdict(property({ $ref: '#/$defs/d54' }, fan('anyOf'))).valid).toBe(false);
  });

  const text = (length: number) => `${'a'.repeat(length)}!`;
  const list = <T>(length: number, item: (i: number) => T) => Array.from({ length }, (_, i) => item(i));
  const map = (size: number, key: (i: number) => string) => Object.fromEntries(list(size, (i) => [key(i), {}]));
  const property = (schema: object, $defs: object = {}) => ({ type: 'object', properties: { x: schema }, $defs });
  const chain = (length: number) => Object.fromEntries(list(length, (i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]));
  const eater = () => ({ anyOf: [...list(4, () => ({ items: { $ref: '#/$defs/n' } })), { type: 'number' }] });
  const fan = (keyword: string) => ({
    ...Object.fromEntries(list(60, (i) => [`d${i}`, { [keyword]: list(2, () => ({ $ref: `#/$defs/d${i + 1}` })) }])),
    d60: { type: 'string' },
  });
  const nested = (levels: number, around: (inside: object) => object) =>
    list(levels, () => around).reduce((inside, wrap) => wrap(inside), { type: 'string' } as object);
  const nestedArray = (depth: number) => list(depth, () => 0).reduce((inside: unknown) => [inside], 1);
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
