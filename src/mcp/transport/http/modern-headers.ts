import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../base/json.ts';

/** Which parameter of a method names what it is about. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * What a request of 2026-07-28 says in its headers beside its body: revision, method and name. Empty for any other message.
 */
export function modernHeaders(message: JSONRPCMessage): Readonly<Record<string, string>> {
  if (!('method' in message && 'id' in message)) return {};
  const { method, params = {} } = message;
  const version = isJsonObject(params['_meta']) ? params['_meta'][PROTOCOL_VERSION_META_KEY] : undefined;
  if (typeof version !== 'string') return {};
  const name = params[NAMES.get(method) ?? ''];
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  };
}

/** A text as the value of a header: itself, or in base64 where a header could not carry it as it stands. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** The text that such a value stands for; absent when what is meant to be base64 is none. */
export function headerText(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
