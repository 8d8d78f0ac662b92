import type { JsonObject, JsonSchema } from '../base/json.ts';
import { coerceProperties } from './coercion/coerce-container.ts';
import { coerceValue } from './coercion/coerce-value.ts';
import { type CoercionContext, createReadJson, deeper, schemaAt, schemasIn } from './coercion/context.ts';
import { type Examination, prepareSchema } from './validate.ts';

/** Arguments as they were most likely meant, and the names of those that were changed. */
export interface CoercedArguments {
  readonly args: JsonObject;
  readonly changed: readonly string[];
}

/**
 * Puts right what models often get wrong in the form of arguments, guided by the schema and never at a loss: a number,
 * boolean, null, object or array written as a text; a single value where a list is asked for; a blank text for an
 * object without required members. Inside arguments only objects and arrays written as a text are read.
 *
 * Arguments that are valid come back unchanged, as does each argument that fits its own schema. The input is never
 * written to. What can't be put right stays as it is.
 */
export function coerceArguments(
  schema: JsonSchema,
  args: JsonObject,
  examination: Examination = prepareSchema(schema).begin(),
): CoercedArguments {
  const { refs } = prepareSchema(schema);
  const context: CoercionContext = { examination, refs, readJson: createReadJson(), mode: 'full', depth: 0 };
  const coerced = coerceObject(context, schema, args);
  if (coerced === args) return { args, changed: [] };
  return { args: coerced, changed: Object.keys(args).filter((key) => coerced[key] !== args[key]) };
}

function coerceObject(context: CoercionContext, schema: JsonSchema, args: JsonObject): JsonObject {
  if (context.examination.accepts(schema, args)) return args;
  const inside = deeper(context);
  const target = schemaAt(context, schema);
  if (inside === undefined || target === undefined) return args;
  let out = coerceProperties(target, args, (property, value) => coerceValue(inside, property, value));
  for (const part of schemasIn(target, 'allOf')) {
    if (typeof part === 'object') out = coerceObject(inside, part, out);
  }
  for (const arm of [...schemasIn(target, 'anyOf'), ...schemasIn(target, 'oneOf')]) {
    if (typeof arm !== 'object' || context.examination.accepts(schema, out)) continue;
    const candidate = coerceObject(inside, arm, out);
    if (context.examination.accepts(schema, candidate)) return candidate;
  }
  return out;
}
