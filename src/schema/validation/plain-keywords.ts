import { isJsonObject, type JsonSchema } from '../../base/json.ts';

/** The types a schema can name. */
const TYPES: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

type Reading = (value: unknown) => unknown;

const number: Reading = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const size: Reading = (value) => (typeof value === 'number' && value >= 0 ? value : undefined);
const names: Reading = (value) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

/**
 * Keywords without schemas inside, and how each is read: what comes out is what the validator gets, `undefined` when the
 * keyword is malformed. `format` is not among them: it is a remark, as in draft 2020-12, not a rule.
 */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['type', readType],
  ['enum', (value) => (Array.isArray(value) && value.length > 0 ? value : undefined)],
  ['const', (value) => value],
  ['required', names],
  ['dependentRequired', readDependentRequired],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined)],
  ['minLength', size],
  ['maxLength', size],
  ['minItems', size],
  ['maxItems', size],
  ['minContains', size],
  ['maxContains', size],
  ['minProperties', size],
  ['maxProperties', size],
]);

/** The plain keywords of a schema that are well formed, and the names of those that are not. */
export function readPlainKeywords(schema: JsonSchema): {
  readonly keywords: ReadonlyMap<string, unknown>;
  readonly malformed: readonly string[];
} {
  const keywords = new Map<string, unknown>();
  const malformed: string[] = [];
  for (const [keyword, value] of Object.entries(withNumericLimits(schema))) {
    const reading = READINGS.get(keyword);
    if (reading === undefined || value === undefined) continue;
    const read = reading(value);
    if (read === undefined) malformed.push(keyword);
    else keywords.set(keyword, read);
  }
  return { keywords, malformed };
}

/** Draft 4 says with `exclusiveMinimum: true` that `minimum` is exclusive; later drafts put the number there. */
function withNumericLimits(schema: JsonSchema): JsonSchema {
  let out = schema;
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const flag = out[exclusive];
    if (typeof flag !== 'boolean') continue;
    const { [exclusive]: _flag, [limit]: bound, ...rest } = out;
    out = { ...rest, [flag ? exclusive : limit]: bound };
  }
  return out;
}

/** One unknown type makes the whole keyword unusable: what it would have allowed is not known. */
function readType(value: unknown): unknown {
  const types = Array.isArray(value) ? value : [value];
  return types.length > 0 && types.every((type) => TYPES.has(type)) ? value : undefined;
}

function readDependentRequired(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, list] of Object.entries(value)) out[key] = names(list) ?? [];
  return out;
}
