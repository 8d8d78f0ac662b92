import type { Json, JsonSchema } from '../../base/json.ts';
import type { SubSchema } from '../applicators.ts';
import { arrayFrom, coerceInside, containerFromText, objectFrom } from './coerce-container.ts';
import { memberFromText, scalarFromText } from './coerce-scalar.ts';
import { type CoercionContext, deeper, schemaAt, schemasIn, typesOf } from './context.ts';

/**
 * What a value most likely stands for where `schema` is asked for; the value itself when it fits, or when nothing
 * better is sure. A value that fits is never touched.
 */
export function coerceValue(context: CoercionContext, schema: SubSchema, value: Json): Json {
  const further = deeper(context);
  if (further === undefined || context.examination.accepts(schema, value)) return value;
  const target = schemaAt(context, schema);
  if (target === undefined) return value;
  const fits = (candidate: Json) => candidate !== value && context.examination.accepts(schema, candidate);
  if (isNullText(context, value) && fits(null)) return null;

  const byChoice = coerceByChoice(further, target, value, fits);
  if (byChoice !== value) return byChoice;
  const byType = coerceByType(further, target, value, fits);
  if (byType !== value) return byType;
  return schemasIn(target, 'allOf').reduce((out: Json, part) => coerceValue(further, part, out), value);
}

/** The first alternative whose coercion fits; where there is only one beside null, that one's, fitting or not. */
function coerceByChoice(
  context: CoercionContext,
  target: JsonSchema,
  value: Json,
  fits: (candidate: Json) => boolean,
): Json {
  const choices = [...schemasIn(target, 'anyOf'), ...schemasIn(target, 'oneOf')];
  const candidates: Json[] = [];
  for (const choice of choices) {
    const candidate = coerceValue(context, choice, value);
    if (fits(candidate)) return candidate;
    if (!isNull(context, choice)) candidates.push(candidate);
  }
  return candidates.length === 1 ? (candidates[0] as Json) : value;
}

/** The first type, in the schema's order, whose coercion fits; else the first that changes a value of none of the types. */
function coerceByType(
  context: CoercionContext,
  target: JsonSchema,
  value: Json,
  fits: (candidate: Json) => boolean,
): Json {
  const types = typesOf(target);
  let first: Json | undefined;
  for (const candidate of candidatesOf(context, target, types, value)) {
    if (candidate === undefined || candidate === value) continue;
    if (fits(candidate)) return candidate;
    first ??= candidate;
  }
  return first === undefined || isScalarOf(types, value) ? value : first;
}

function* candidatesOf(
  context: CoercionContext,
  target: JsonSchema,
  types: readonly string[],
  value: Json,
): Generator<Json | undefined> {
  if (typeof value === 'object' && value !== null) yield inside(context, target, value);
  for (const type of types) {
    const made = ofType(context, target, type, value);
    // What was just read from a text may hold texts that are containers too.
    yield typeof made === 'object' && made !== null ? inside(context, target, made) : made;
  }
  if (context.mode !== 'full' || typeof value !== 'string') return;
  const { enum: members, const: only } = target;
  if (Array.isArray(members)) yield memberFromText(value, members) as Json | undefined;
  if (only !== undefined) yield memberFromText(value, [only]) as Json | undefined;
}

function ofType(context: CoercionContext, target: JsonSchema, type: string, value: Json): Json | undefined {
  const container = type === 'array' || type === 'object';
  if (context.mode === 'containers') {
    return container && typeof value === 'string' ? containerFromText(value, type, context.readJson) : undefined;
  }
  if (type === 'array')
    return arrayFrom(target, value, context.readJson, (items, item) => coerceValue(context, items, item));
  if (typeof value !== 'string') return undefined;
  return container ? objectFrom(target, value, context.readJson) : scalarFromText(value, type);
}

function inside(context: CoercionContext, target: JsonSchema, value: Json): Json {
  const members = deeper(context, 'containers');
  if (members === undefined || context.examination.accepts(target, value)) return value;
  return coerceInside(target, value, (schema, member) => coerceValue(members, schema, member));
}

/** Wherever null is allowed, its name means it, before it means the only item of a list. */
function isNullText({ mode }: CoercionContext, value: Json): boolean {
  return mode === 'full' && typeof value === 'string' && scalarFromText(value, 'null') === null;
}

function isScalarOf(types: readonly string[], value: Json): boolean {
  return (
    typeof value !== 'object' &&
    types.some((type) => type === typeof value || (type === 'integer' && typeof value === 'number'))
  );
}

function isNull(context: CoercionContext, choice: SubSchema): boolean {
  const target = schemaAt(context, choice);
  return target?.['type'] === 'null' || target?.['const'] === null;
}
