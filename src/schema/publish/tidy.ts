import { isJsonObject, type Json, type JsonSchema } from '../../base/json.ts';
import { replaceSubSchemas, type SubSchema } from '../applicators.ts';
import { createRefResolver, type RefResolver } from '../local-ref.ts';
import { honourNullable } from '../nullable.ts';
import { readPlainKeywords } from '../validation/plain-keywords.ts';
import type { Report } from './report.ts';

/** Deeper, or beyond so many schemas, a schema is cut off: it then allows anything. */
const MAX_DEPTH = 100;
const MAX_SCHEMAS = 20_000;
/** Names of a schema, which would change what references mean, and words of other dialects. */
const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'id', '$vocabulary', 'nullable']);

/**
 * A schema, its root flattened, in plain draft 2020-12, as strict parsers want it: old forms in new words (`nullable`,
 * boolean exclusive limits, lists in `items`), malformed keywords and unknown types left out, references only to what
 * is there. Literals and unknown keywords stay.
 */
export function tidySchema(root: JsonSchema, report: Report): JsonSchema {
  return tidy(root, { refs: createRefResolver(root), report, left: { schemas: MAX_SCHEMAS }, depth: 0 });
}

interface Tidying {
  readonly refs: RefResolver;
  readonly report: Report;
  readonly left: { schemas: number };
  readonly depth: number;
}

function tidy(given: JsonSchema, tidying: Tidying): JsonSchema {
  const { report, left, depth } = tidying;
  if (depth > MAX_DEPTH || left.schemas-- <= 0) {
    report.add('what lies too deep in it is cut off');
    return {};
  }
  const plain = tidyKeywords(tupleInNewWords(honourNullable(given)), tidying);
  return replaceSubSchemas(plain, (inside): SubSchema => {
    if (inside === undefined) report.add('what is no schema inside it allows anything');
    return isJsonObject(inside) ? tidy(inside, { ...tidying, depth: depth + 1 }) : (inside ?? {});
  });
}

function tidyKeywords(schema: JsonSchema, { refs, report }: Tidying): JsonSchema {
  const { keywords, malformed } = readPlainKeywords(schema);
  const out: Record<string, Json | undefined> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (malformed.includes(keyword)) report.add(`malformed "${keyword}" left out`);
    else if (keyword === '$ref' && (typeof value !== 'string' || refs.resolve(value) === undefined)) {
      report.add('"$ref" to what is not in the schema left out');
    } else if (!DROPPED.has(keyword) && typeof value !== 'undefined') define(out, keyword, value);
  }
  for (const [keyword, value] of keywords) define(out, keyword, value as Json);
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum', 'minimum', 'maximum']) {
    if (!keywords.has(keyword)) delete out[keyword];
  }
  return out;
}

/** Drafts before 2020-12 wrote the schemas of a tuple into `items`, and that of the rest into `additionalItems`. */
function tupleInNewWords(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema['items'])) return schema;
  const { items, additionalItems, ...rest } = schema;
  const others =
    isJsonObject(additionalItems) || typeof additionalItems === 'boolean' ? { items: additionalItems } : {};
  return { ...rest, prefixItems: items, ...others };
}

/** Not by assignment, which would take `__proto__` for more than a name. */
function define(out: Record<string, Json | undefined>, keyword: string, value: Json): void {
  Object.defineProperty(out, keyword, { value, enumerable: true, configurable: true, writable: true });
}
