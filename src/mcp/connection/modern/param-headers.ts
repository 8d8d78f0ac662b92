import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { headerValue } from '../../transport/http/modern-headers.ts';

const KEY = 'x-mcp-header';
/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const KINDS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);
const DEEPEST = 32;

/** A parameter whose value is also sent as a header. */
interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

/** What calls to a server of 2026-07-28 say in headers, so that what stands between can route them. */
export interface ParamHeaders {
  /** Takes note of which parameters a list of tools wants mirrored. */
  learn(list: JsonObject): void;
  /** The headers of a request; none but for a call of a tool that wants some. */
  of(method: string, params: JsonObject): Readonly<Record<string, string>>;
}

/**
 * Without knowledge of any tool. A parameter that is declared in a way that the protocol does not allow is not mirrored:
 * the server may refuse the call then, and says why.
 */
export function createParamHeaders(): ParamHeaders {
  const tools = new Map<string, readonly Mirrored[]>();
  return {
    learn({ tools: entries }) {
      for (const entry of Array.isArray(entries) ? entries : []) {
        if (!isJsonObject(entry) || typeof entry['name'] !== 'string') continue;
        const mirrored = collect(entry['inputSchema'], []);
        if (mirrored.length > 0) tools.set(entry['name'], mirrored);
        else tools.delete(entry['name']);
      }
    },
    of(method, { name, arguments: args }) {
      const mirrored = method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined;
      return Object.fromEntries(
        (mirrored ?? []).flatMap(({ header, path }) => {
          const value = textOf(valueAt(args, path));
          return value === undefined ? [] : [[`mcp-param-${header.toLowerCase()}`, headerValue(value)]];
        }),
      );
    },
  };
}

function collect(schema: unknown, path: readonly string[]): readonly Mirrored[] {
  if (!isJsonObject(schema) || path.length > DEEPEST) return [];
  const header = path.length > 0 && KINDS.has(schema['type']) ? schema[KEY] : undefined;
  const own = typeof header === 'string' && TOKEN.test(header) ? [{ header, path }] : [];
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [...own, ...properties.flatMap(([key, child]) => collect(child, [...path, key]))];
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? `${value}` : undefined;
}
