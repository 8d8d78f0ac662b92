import { fc } from '@fast-check/vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject, JsonSchema } from '../../src/base/json.ts';

/** A plain `then` looks like a promise to the linter. */
const THEN = 'then';
const NAMES = ['a', 'b', 'c', 'items'] as const;
const TEXTS = [
  '',
  ' ',
  'a',
  'null',
  'true',
  'FALSE',
  '42',
  '4.0',
  '4.5',
  '1e3',
  'inf',
  '[1]',
  '["a"]',
  '[',
  '{}',
  '{"a":"1"}',
  '{"b":[1]}',
];

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.integer({ min: -3, max: 50 }),
  fc.constantFrom(4.5, 0.5, true, false, null),
);

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3 }) },
  ),
}));

const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object');
const limits = fc.constantFrom<JsonSchema>(
  { minimum: 5 },
  { exclusiveMaximum: 42 },
  { multipleOf: 2 },
  { minLength: 1 },
  { maxLength: 3 },
  { pattern: '^[a-z]+$' },
  { minItems: 1 },
  { maxItems: 1 },
  { uniqueItems: true },
  { minProperties: 1 },
  { required: ['a'] },
  { additionalProperties: false },
  { dependentRequired: { a: ['b'] } },
  { enum: [1, 'a', null, true, ['a']] },
  { enum: ['a', 'true', '42'] },
  { const: 42 },
  {},
);

const { schema } = fc.letrec<{ schema: JsonSchema | boolean }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 3 });
  const part = fc.oneof(
    type.map((name) => ({ type: name })),
    fc.uniqueArray(type, { minLength: 1, maxLength: 3 }).map((names) => ({ type: names })),
    limits,
    map.map((properties) => ({ properties })),
    map.map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 1) })),
    tie('schema').map((items) => ({ type: 'array', items })),
    list.map((prefixItems) => ({ prefixItems, items: true })),
    tie('schema').map((additionalProperties) => ({ additionalProperties })),
    list.map((anyOf) => ({ anyOf })),
    list.map((oneOf) => ({ oneOf })),
    list.map((allOf) => ({ allOf })),
    tie('schema').map((not) => ({ not })),
    fc.tuple(tie('schema'), tie('schema')).map(([condition, consequence]) => ({ if: condition, [THEN]: consequence })),
    fc.constantFrom({ $ref: '#/$defs/one' }, { $ref: '#/$defs/two' }),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 3, arbitrary: type.map((name) => ({ type: name })) },
      {
        weight: 8,
        arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...parts)),
      },
    ),
  };
});

/**
 * Schemas of objects with the properties that {@link argumentsFor} uses, with two definitions to refer to. Without
 * `contains`, in which ajv errs when the array is empty.
 */
export const schemas: fc.Arbitrary<JsonSchema> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...NAMES), schema, { minKeys: 1 }),
    schema.filter((member) => typeof member === 'object'),
    schema,
    schema,
    fc.boolean(),
  )
  .map(([properties, root, one, two, wide]) => ({
    ...(wide ? {} : root),
    type: 'object',
    properties,
    $defs: { one, two },
  }));

/** Arguments full of what models write: numbers, lists and objects as texts. */
export const argumentsFor: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 });

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/** What ajv says; `undefined` for the schemas it makes broken code of. */
export function isValidByAjv(schema: JsonSchema, args: JsonObject): boolean | undefined {
  try {
    return ajv.validate(schema, args);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema);
  }
}
