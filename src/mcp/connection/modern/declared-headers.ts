import { isJsonObject, type JsonObject } from '../../../base/json.ts';

const KEY = 'x-mcp-header';
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const KINDS: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const DEEPEST = 32;
/** What holds values, and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples', 'required', KEY]);
/** What holds schemas by a name of its own. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** A parameter whose value is also sent as a header (SEP-2243). */
export interface DeclaredHeader {
  /** Without `Mcp-Param-` before it. */
  readonly header: string;
  readonly path: readonly string[];
}

/** What a tool's input schema declares; or what is wrong with it, and then the tool must not be used over HTTP. */
export type DeclaredHeaders = { readonly headers: readonly DeclaredHeader[] } | { readonly fault: string };

/**
 * Reads `x-mcp-header` in an input schema, as the protocol of 2026-07-28 allows it: a token, no two alike but for case, at
 * plain values that are reached by `properties` alone.
 */
export function declaredHeaders(inputSchema: unknown): DeclaredHeaders {
  const headers: DeclaredHeader[] = [];
  const fault = read(inputSchema, [], headers) ?? repeated(headers);
  return fault === undefined ? { headers } : { fault };
}

/** The value of a declared parameter as a header says it; absent where there is none that a header can say. */
export function mirroredValue(args: unknown, { path }: DeclaredHeader): string | undefined {
  let value = args;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? `${value}` : undefined;
}

/** Fills `headers`, and gives the first fault. `path` is absent where a parameter can't be found by it. */
function read(
  schema: unknown,
  path: readonly string[] | undefined,
  headers: DeclaredHeader[],
  depth = 0,
): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(schema)) return first(schema, (branch) => read(branch, undefined, headers, depth + 1));
  if (!isJsonObject(schema)) return undefined;
  if (Object.hasOwn(schema, KEY)) {
    const fault = misplaced(schema, path);
    if (fault !== undefined) return fault;
    headers.push({ header: schema[KEY] as string, path: path ?? [] });
  }
  return first(Object.entries(schema), ([keyword, child]) => {
    if (VALUES.has(keyword)) return undefined;
    if (!NAMED.has(keyword) || !isJsonObject(child)) return read(child, undefined, headers, depth + 1);
    const below = keyword === 'properties' ? path : undefined;
    return first(Object.entries(child), ([name, one]) => read(one, below && [...below, name], headers, depth + 1));
  });
}

function misplaced({ [KEY]: header, type }: JsonObject, path: readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !TOKEN.test(header)) return `${KEY} is no name of a header`;
  if (path === undefined || path.length === 0) return `${KEY} "${header}" is not at a parameter`;
  return KINDS.has(type) ? undefined : `${KEY} "${header}" is at a parameter that is no text, integer or boolean`;
}

function repeated(headers: readonly DeclaredHeader[]): string | undefined {
  const seen = new Set<string>();
  return first(headers, ({ header }) => {
    const isNew = seen.size < seen.add(header.toLowerCase()).size;
    return isNew ? undefined : `${KEY} "${header}" is there more than once`;
  });
}

function first<T>(items: readonly T[], faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
