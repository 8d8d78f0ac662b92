import { isJsonObject, type Json, type JsonSchema } from '../base/json.ts';

/** A schema as it may stand inside another one. */
export type SubSchema = JsonSchema | boolean;

/** Where a schema holds another: the keyword and, in a list or map, the index or key. */
export interface Place {
  readonly keyword: string;
  readonly key?: string;
}

/** Keywords that hold schemas. `items` and `dependencies` take two forms. */
const ONE: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const MAP: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** True for what can stand where a schema is expected. */
export function isSubSchema(value: unknown): value is SubSchema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** A schema directly inside another; `undefined` for what stands in a list or map of schemas and is none. */
export type Member = readonly [inside: SubSchema | undefined, place: Place];

/**
 * The schemas directly inside a schema, in the order in which they are written. Literals and unknown keywords are not
 * looked into, and a property called `properties`, `$ref` or `id` is a property, not a keyword.
 */
export function* subSchemasOf(schema: JsonSchema): Generator<Member> {
  for (const [keyword, value] of Object.entries(schema)) {
    const form = formOf(keyword, value);
    if (form === 'one') yield [value as SubSchema, { keyword }];
    if (form !== 'list' && form !== 'map') continue;
    // Not by entries: a hostile schema may have very many, and only the first are asked for.
    for (const key of Object.keys(value as JsonSchema)) {
      const inside = (value as JsonSchema)[key];
      if (!isNameList(keyword, inside)) yield [isSubSchema(inside) ? inside : undefined, { keyword, key }];
    }
  }
}

/** A copy of a schema in which `change` has replaced each schema directly inside it. All else is taken over as it is. */
export function replaceSubSchemas(
  schema: JsonSchema,
  change: (inside: SubSchema | undefined, place: Place) => SubSchema,
): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const form = formOf(keyword, value);
    if (form === 'one') return [keyword, change(value as SubSchema, { keyword })] as const;
    if (form !== 'list' && form !== 'map') return [keyword, value] as const;
    const members = Object.entries(value as JsonSchema).map(([key, inside]) =>
      isNameList(keyword, inside)
        ? ([key, inside] as const)
        : ([key, change(isSubSchema(inside) ? inside : undefined, { keyword, key })] as const),
    );
    return [
      keyword,
      form === 'list' ? members.map(([, member]) => member as Json) : Object.fromEntries(members),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function formOf(keyword: string, value: unknown): 'one' | 'list' | 'map' | undefined {
  if (Array.isArray(value)) return LIST.has(keyword) ? 'list' : undefined;
  if (MAP.has(keyword)) return isJsonObject(value) ? 'map' : undefined;
  return ONE.has(keyword) && isSubSchema(value) ? 'one' : undefined;
}

/** The other form of a member of `dependencies`: names that are then required. */
function isNameList(keyword: string, member: unknown): boolean {
  return keyword === 'dependencies' && Array.isArray(member);
}
