import type { JsonSchema } from '../base/json.ts';

/**
 * A schema with OpenAPI's `nullable: true` said in the words of JSON Schema: `null` joins the types; a schema without a
 * type becomes "that, or null". The keyword goes. Only this one schema is changed, none inside it, so what stands in
 * `const`, `enum`, `default` and examples is never touched.
 *
 * Source: OpenAPI 3.0, Schema Object.
 */
export function honourNullable(schema: JsonSchema): JsonSchema {
  if (!Object.hasOwn(schema, 'nullable') || typeof schema['nullable'] !== 'boolean') return schema;
  const { nullable, ...rest } = schema;
  if (!nullable) return rest;
  const { type } = rest;
  if (type === undefined) return { anyOf: [rest, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  return types.includes('null') ? rest : { ...rest, type: [...types, 'null'] };
}
