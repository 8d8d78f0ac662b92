import { isJsonObject, type Json, type JsonSchema } from '../../base/json.ts';
import type { SubSchema } from '../applicators.ts';
import { createRefResolver, type RefResolver } from '../local-ref.ts';
import { flattenRoot } from './flatten-root.ts';
import { alternativesOf } from './gemini-choice.ts';
import type { Report } from './report.ts';
import { tidySchema } from './tidy.ts';

/** What is taken over as it is. */
const KEPT = [
  'title',
  'description',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
] as const;
const FORMATS: ReadonlyMap<string, ReadonlySet<unknown>> = new Map([
  ['string', new Set(['date-time', 'enum'])],
  ['number', new Set(['double', 'float'])],
  ['integer', new Set(['int32', 'int64'])],
]);
const MAX_DEPTH = 24;
const MAX_SCHEMAS = 2_000;
const MAX_LITERALS = 30;

/** How far converting one schema has come. */
interface Conversion {
  readonly refs: RefResolver;
  readonly report: Report;
  /** The schemas around this one: a reference back to one of them can't be written out. */
  readonly around: readonly SubSchema[];
  readonly left: { schemas: number };
}

/**
 * For the `parameters` of a function declaration, which are a subset of OpenAPI 3.0: one type a schema and `nullable`,
 * no references (they are written out, a circle ends in an open object), no `oneOf`, `allOf` or `const`, literals only
 * as texts.
 */
export function publishForGemini(schema: JsonSchema, report: Report): JsonSchema {
  const root = tidySchema(flattenRoot(schema, report), report);
  const conversion = { refs: createRefResolver(root), report, around: [], left: { schemas: MAX_SCHEMAS } };
  return { properties: {}, ...toGemini(root, conversion) };
}

/** One schema, and all inside it, in Gemini's words. `anyOf` may stand beside nothing else. */
function toGemini(given: SubSchema, conversion: Conversion): JsonSchema {
  const { refs, report, around, left } = conversion;
  const target = refs.follow(given);
  if (!isJsonObject(target)) return { type: 'string' };
  if (around.includes(target) || around.length > MAX_DEPTH || left.schemas-- <= 0) {
    report.add('what refers back to itself, or lies too deep, is told as an open object');
    return { type: 'object' };
  }
  const inside = { ...conversion, around: [...around, target] };
  const schema = isJsonObject(given) && given !== target ? { ...target, ...beside(given) } : target;
  const { arms, nullable } = alternativesOf(schema, refs);
  const open = nullable ? { nullable } : {};
  const [only, ...others] = arms;
  if (only === undefined) return { type: 'string', ...open };
  if (others.length > 0) return { anyOf: arms.map((arm): Json => ({ ...toGemini(arm, inside), ...open })) };
  return { ...(only === schema || isPlain(only) ? single(only, inside) : toGemini(only, inside)), ...open };
}

/** What a reference says of itself goes before what its target says. */
function beside(reference: JsonSchema): JsonSchema {
  const { description } = reference;
  return typeof description === 'string' ? { description } : {};
}

function isPlain(schema: JsonSchema): boolean {
  const choice = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
  return !choice && !Array.isArray(schema['type']);
}

function single(schema: JsonSchema, conversion: Conversion): JsonSchema {
  const type = typeof schema['type'] === 'string' ? schema['type'] : inferType(schema);
  const out: Record<string, Json | undefined> = { type };
  for (const keyword of KEPT) if (schema[keyword] !== undefined) out[keyword] = schema[keyword];
  if (FORMATS.get(type)?.has(schema['format'])) out['format'] = schema['format'];
  Object.assign(out, literals(schema, type));
  if (type === 'object') Object.assign(out, members(schema, conversion));
  if (type === 'array') out['items'] = items(schema, conversion);
  return out;
}

function inferType(schema: JsonSchema): string {
  if (isJsonObject(schema['properties'])) return 'object';
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? 'string' : 'array';
}

/** Only texts may be listed; other literals are told in the description. */
function literals({ enum: list, const: only, description }: JsonSchema, type: string): JsonSchema {
  const values = Array.isArray(list) ? list : only === undefined ? [] : [only];
  if (values.length === 0) return {};
  if (type === 'string' && values.every((value) => typeof value === 'string' && value !== '')) return { enum: values };
  const told = `One of: ${values
    .slice(0, MAX_LITERALS)
    .map((value) => JSON.stringify(value))
    .join(', ')}`;
  return { description: typeof description === 'string' ? `${description} ${told}` : told };
}

function members({ properties, required }: JsonSchema, conversion: Conversion): JsonSchema {
  if (!isJsonObject(properties)) return {};
  const converted = Object.entries(properties).map(
    ([name, member]) => [name, toGemini(member as SubSchema, conversion)] as const,
  );
  const known = Array.isArray(required) ? required.filter((name) => Object.hasOwn(properties, String(name))) : [];
  return { properties: Object.fromEntries(converted), ...(known.length > 0 ? { required: known } : {}) };
}

function items({ items: all, prefixItems }: JsonSchema, conversion: Conversion): JsonSchema {
  const first = isJsonObject(all) ? all : Array.isArray(prefixItems) ? prefixItems[0] : undefined;
  return first === undefined ? { type: 'string' } : toGemini(first as SubSchema, conversion);
}
