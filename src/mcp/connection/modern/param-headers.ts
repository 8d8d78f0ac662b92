import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { headerValue } from '../../transport/http/modern-headers.ts';
import { type DeclaredHeader, declaredHeaders, mirroredValue } from './declared-headers.ts';

/**
 * What calls to a server of 2026-07-28 say in headers, so that what stands between can route them. One for all connections
 * to the server: not each of them asks for its tools.
 */
export interface ParamHeaders {
  /** Takes note of which parameters the server's tools want mirrored: all its tools, as they are listed. */
  learn(entries: readonly unknown[]): void;
  /** The headers of a request; none but for a call of a tool that wants some. */
  of(method: string, params: JsonObject): Readonly<Record<string, string>>;
}

/** Without knowledge of any tool. */
export function createParamHeaders(): ParamHeaders {
  const tools = new Map<string, readonly DeclaredHeader[]>();
  return {
    learn(entries) {
      tools.clear();
      for (const entry of entries) {
        if (!isJsonObject(entry) || typeof entry['name'] !== 'string') continue;
        const declared = declaredHeaders(entry['inputSchema']);
        if ('headers' in declared && declared.headers.length > 0) tools.set(entry['name'], declared.headers);
      }
    },
    of(method, { name, arguments: args }) {
      const declared = method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined;
      return Object.fromEntries(
        (declared ?? []).flatMap((one) => {
          const value = mirroredValue(args, one);
          return value === undefined ? [] : [[`mcp-param-${one.header.toLowerCase()}`, headerValue(value)]];
        }),
      );
    },
  };
}
