import { isJSONRPCErrorResponse, isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

type Id = string | number;

const INTERNAL_ERROR = -32603;

/** Bytes of the longest message a server may send. */
export const MAX_MESSAGE_BYTES: number = 64 * 1024 * 1024;

/**
 * The message in one line of a server's output, or nothing when the line is noise: a banner, a log line, JSON that is
 * no JSON-RPC.
 *
 * Servers are taken as they are: a missing `jsonrpc`, members that JSON-RPC does not know and parameters that are null make
 * no difference. An
 * answer that can't be understood becomes an error answer, so that the request ends at once and not by its time-out.
 */
export function readMessage(line: string): JSONRPCMessage | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  const value = parse(line);
  if (value === undefined) return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === 'string') {
    return {
      jsonrpc: '2.0',
      ...(isId(id) ? { id } : {}),
      method,
      ...(isJsonObject(params) ? { params: withoutNulls(params) } : {}),
    } as JSONRPCMessage;
  }
  if (!isId(id)) return undefined;
  const answer = error === undefined || error === null ? resultAnswer(id, result) : { jsonrpc: '2.0', id, error };
  if (isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer)) return answer;
  return errorAnswer(id, 'the server sent an answer that is not valid JSON-RPC', { answer: result ?? error ?? null });
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

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}
