import { isJSONRPCErrorResponse, isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

type Id = string | number;

const INTERNAL_ERROR = -32603;

/** Bytes of the longest message a server may send. */
export const MAX_MESSAGE_BYTES: number = 64 * 1024 * 1024;

/**
 * The messages in one line of a server's output, or in one body or event: one, several in a JSON array (a batch of
 * revision 2025-03-26), or none when it is noise: a banner, a log line, JSON that is no JSON-RPC.
 *
 * Servers are taken as they are: a missing `jsonrpc`, members that JSON-RPC does not know and parameters that are null make
 * no difference. An answer that can't be understood becomes an error answer, so that the request ends at once and not by
 * its time-out.
 */
export function readMessages(text: string): readonly JSONRPCMessage[] {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return [];
  const value = parse(text);
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    isJsonObject(one) ? (toMessage(one) ?? []) : [],
  );
}

function toMessage({ id, method, params, result, error }: JsonObject): JSONRPCMessage | undefined {
  if (typeof method === 'string') {
    return {
      jsonrpc: '2.0',
      ...(isId(id) ? { id } : {}),
      method,
      ...(isJsonObject(params) ? { params: withoutNulls(params) } : {}),
    } as JSONRPCMessage;
  }
  if (!isId(id)) return isJsonObject(error) ? errorForNobody(error) : undefined;
  const answer = error === undefined || error === null ? resultAnswer(id, result) : { jsonrpc: '2.0', id, error };
  if (isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer)) return answer;
  return errorAnswer(id, 'the server sent an answer that is not valid JSON-RPC', { answer: result ?? error ?? null });
}

/** What a server says that could not make out whose request it was. */
function errorForNobody(error: JsonObject): JSONRPCMessage | undefined {
  const answer = { jsonrpc: '2.0', error };
  return isJSONRPCErrorResponse(answer) ? answer : undefined;
}

/** The answer to the request whose answer was too long to keep, by the line's ends; nothing when they don't tell. */
export function readOversized(head: string, tail: string, limitBytes: number): JSONRPCMessage | undefined {
  const first =
    /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*("[^"\\]{1,64}"|-?\d{1,16})\s*,\s*"(?:result|error)"/.exec(head);
  const last = /"id"\s*:\s*("[^"\\]{1,64}"|-?\d{1,16})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  const id = first?.[1] ?? last?.[1];
  if (id === undefined) return undefined;
  return errorAnswer(JSON.parse(id) as Id, `the answer is longer than ${limitBytes} bytes and was not read`);
}

/** An error answer in a server's place. */
export function errorAnswer(id: Id, message: string, data?: JsonObject): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message, ...(data === undefined ? {} : { data }) } };
}

function resultAnswer(id: Id, result: unknown): unknown {
  if (!isJsonObject(result) || isJsonObject(result._meta)) return { jsonrpc: '2.0', id, result };
  const { _meta: _none, ...rest } = result;
  return { jsonrpc: '2.0', id, result: rest };
}

function withoutNulls(params: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}
