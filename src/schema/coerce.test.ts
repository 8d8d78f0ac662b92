import { it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { argumentsFor, isValidByAjv, schemas } from '../../test/schema/schema-samples.ts';
import type { Json, JsonObject, JsonSchema } from '../base/json.ts';
import { coerceArguments } from './coerce.ts';

/** Ajv takes milliseconds to compile a schema. */
const SLOW_MS = 20_000;
const coerce = (property: JsonSchema, x: Json, $defs: JsonSchema = {}) =>
  coerceArguments({ type: 'object', properties: { x: property }, $defs }, { x }).args['x'];

describe('coerceArguments', () => {
  it.each<[string, JsonSchema, Json, Json]>([
    ['a whole number', { type: 'integer' }, '42', 42],
    ['a whole number with a point', { type: 'integer' }, '42.0', 42],
    ['a number', { type: 'number' }, '4.0', 4],
    ['a fraction', { type: 'number' }, ' -4.5 ', -4.5],
    ['true', { type: 'boolean' }, 'true', true],
    ['FALSE', { type: 'boolean' }, 'FALSE', false],
    ['null, for a list of types', { type: ['integer', 'null'] }, 'null', null],
    ['null, for nullable', { type: 'integer', nullable: true }, 'null', null],
    ['null, for an alternative', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'null', null],
    ['null, for one of', { oneOf: [{ type: 'array' }, { type: 'null' }] }, 'null', null],
    ['an array', { type: 'array' }, '["a"]', ['a']],
    ['an object', { type: 'object' }, '{"a":1}', { a: 1 }],
    ['a single value for a list', { type: 'array' }, 'a', ['a']],
    ['a single number for a list', { type: 'array', items: { type: 'integer' } }, 7, [7]],
    ['a single number, as a text, for a list', { type: 'array', items: { type: 'integer' } }, '7', [7]],
    ['a single object for a list', { type: 'array' }, { a: 1 }, [{ a: 1 }]],
    ['an object, as a text, for a list', { type: 'array', items: { type: 'object' } }, '{"a":1}', [{ a: 1 }]],
    ['a blank for an object', { type: 'object' }, '  ', {}],
    ['{} for an object', { type: 'object' }, '{}', {}],
    ['the first type that fits', { type: ['integer', 'boolean'] }, 'true', true],
    ['the alternative that fits', { anyOf: [{ type: 'integer', minimum: 50 }, { type: 'number' }] }, '42', 42],
    [
      'an optional object with a fault inside',
      { anyOf: [{ type: 'object', required: ['id'] }, { type: 'null' }] },
      '{"a":1}',
      { a: 1 },
    ],
    ['a member of an enum', { enum: [1, 2, null] }, '2', 2],
    ['a constant', { const: false }, 'false', false],
    ['through a reference', { $ref: '#/$defs/n' }, '42', 42],
    ['all of several', { allOf: [{ type: 'integer' }, { minimum: 1 }] }, '42', 42],
    [
      'texts inside that are containers',
      { type: 'array', items: { type: 'object' } },
      ['{"id":1}', { id: 2 }],
      [{ id: 1 }, { id: 2 }],
    ],
    [
      'deep inside',
      {
        type: 'object',
        properties: { todos: { type: 'array', items: { type: 'object', properties: { tags: { type: 'array' } } } } },
      },
      { todos: ['{"tags":"[1]"}'] },
      { todos: [{ tags: [1] }] },
    ],
    ['a text that is wrong in its limits too', { type: 'integer', maximum: 10 }, '42', 42],
  ])('reads %s', (_name, schema, given, expected) => {
    expect(coerce(schema, given, { n: { type: 'integer' } })).toEqual(expected);
  });

  it.each<[string, JsonSchema, Json]>([
    ['a fraction for an integer', { type: 'integer' }, '4.5'],
    ['inf', { type: 'number' }, 'inf'],
    ['nan', { type: 'number' }, 'nan'],
    ['Infinity', { type: 'number' }, 'Infinity'],
    ['1e999', { type: 'number' }, '1e999'],
    ['0x10', { type: 'integer' }, '0x10'],
    ['a number too long for a number', { type: 'integer' }, '12345678901234567890'],
    ['such a number for type number', { type: 'number' }, '12345678901234567890'],
    ['yes', { type: 'boolean' }, 'yes'],
    ['a number for a boolean', { type: 'boolean' }, 1],
    ['null where null is not allowed', { type: 'integer' }, 'null'],
    ['null for a list', { type: 'array' }, null],
    ['a blank for a list', { type: 'array' }, ''],
    ['broken JSON for a list', { type: 'array' }, '["a",'],
    ['a blank for an object that requires something', { type: 'object', required: ['id'] }, ''],
    ['an array for an object', { type: 'object' }, '[1]'],
    ['a text that looks like JSON', { type: 'string' }, '{"a":1}'],
    ['a text where any text is allowed', { type: ['integer', 'string'] }, '42'],
    ['a null that is a text', { type: ['string', 'null'] }, 'null'],
    ['a member of an enum of texts', { enum: ['1', 1] }, '1'],
    ['numbers inside', { type: 'object', properties: { n: { type: 'integer' } } }, { n: '42' }],
    ['single values inside', { type: 'object', properties: { n: { type: 'array' } } }, { n: 'a' }],
    [
      'a text field inside',
      { type: 'object', properties: { t: { type: 'string' }, n: { type: 'integer' } } },
      { t: '{}', n: 'x' },
    ],
    ['where the schema says nothing', {}, '42'],
    ['where the schema allows nothing', { not: {} }, '42'],
    ['where the type is unknown', { type: 'int' }, '42'],
  ])('keeps %s', (_name, schema, given) => {
    expect(coerce(schema, given)).toBe(given);
  });

  it('[BRG-08] reads an object written as a text among right arguments', () => {
    const schema = { type: 'object', properties: { issue: { type: 'string' }, fields: { type: 'object' } } };
    const given = { issue: 'K-1', fields: '{"description":"d"}' };
    expect(coerceArguments(schema, given)).toEqual({
      args: { issue: 'K-1', fields: { description: 'd' } },
      changed: ['fields'],
    });
    expect(given.fields).toBe('{"description":"d"}');
  });

  it('looks for parameters behind a reference at the root, in allOf and in alternatives', () => {
    const integer = { type: 'integer' };
    const params = { type: 'object', properties: { n: integer } };
    for (const schema of [
      { $ref: '#/$defs/p', $defs: { p: params } },
      { allOf: [params] },
      { additionalProperties: integer },
    ]) {
      expect(coerceArguments(schema, { n: '1' }).args).toEqual({ n: 1 });
    }
    const arm = (kind: string, x: JsonSchema) => ({ type: 'object', properties: { kind: { const: kind }, x } });
    const either = { oneOf: [arm('text', { type: 'string' }), arm('count', integer)] };
    expect(coerceArguments(either, { kind: 'count', x: '1' }).args).toEqual({ kind: 'count', x: 1 });
    expect(coerceArguments(either, { kind: 'text', x: '1' }).args).toEqual({ kind: 'text', x: '1' });
  });

  it('keeps a __proto__ key a key', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"integer"},"o":{"type":"object"}}}');
    const { args } = coerceArguments(schema, JSON.parse('{"__proto__":"1","o":"{\\"__proto__\\":{\\"p\\":1}}"}'));
    expect(JSON.stringify(args)).toBe('{"__proto__":1,"o":{"__proto__":{"p":1}}}');
    expect(({} as JsonObject)['p']).toBeUndefined();
  });

  it('stops at a great depth', () => {
    const schema = {
      properties: { x: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } } } },
    };
    const text = `${'{"n":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(() => coerceArguments(schema, { x: text })).not.toThrow();
    let deep: Json = '{}';
    for (let i = 0; i < 5_000; i++) deep = { n: deep };
    expect(coerceArguments(schema, { x: deep })).toEqual({ args: { x: deep }, changed: [] });
  });

  it.prop([schemas, argumentsFor], { numRuns: 250 })(
    'never touches arguments that are valid',
    (schema, args) => {
      if (isValidByAjv(schema, args)) expect(coerceArguments(schema, args)).toEqual({ args, changed: [] });
    },
    SLOW_MS,
  );

  it.prop([schemas, argumentsFor], { numRuns: 250 })(
    'never touches an argument that fits, writes to none, drops none',
    (schema, args) => {
      const before = JSON.stringify(args);
      const coerced = coerceArguments(schema, args);
      expect(JSON.stringify(args)).toBe(before);
      expect(Object.keys(coerced.args)).toEqual(Object.keys(args));
      const { properties, $defs } = schema as { properties: JsonObject; $defs: JsonObject };
      const plain = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'not'].every((keyword) => !(keyword in schema));
      for (const [name, value] of Object.entries(args)) {
        if (!plain || properties[name] === undefined) continue;
        const alone = { properties: { [name]: properties[name] }, $defs };
        if (isValidByAjv(alone, { [name]: value ?? null })) expect(coerced.args[name]).toEqual(value);
      }
    },
    SLOW_MS,
  );
});
