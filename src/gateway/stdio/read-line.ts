import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { errorAnswer } from '../../mcp/transport/wire-message.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** What is said of a line, or a part of one, that can't be taken. */
export interface Refusal {
  readonly jsonrpc: '2.0';
  /** As it came; null where no single request can be meant. */
  readonly id: Json;
  readonly error: { readonly code: number; readonly message: string };
}

/** What one line of a client's holds. */
export interface ReadLine {
  readonly messages: readonly JSONRPCMessage[];
  /** For the client, so that it does not wait for an answer. */
  readonly refusals: readonly Refusal[];
}

/**
 * Reads one line: a message, several in a list (a batch of revision 2025-03-26), or none. Parameters that are null, and
 * members that JSON-RPC does not know, make no difference. An answer that can't be understood becomes an error answer, so
 * that whoever asked does not wait for it either.
 */
export function readLine(line: string): ReadLine {
  const text = line.trim();
  if (text === '') return nothing;
  const value = parse(text);
  if (value === undefined) return refused(null, 'the line is not valid JSON', PARSE_ERROR);
  if (!Array.isArray(value)) return readOne(value);
  if (value.length === 0) return refused(null, 'the batch is empty');
  const read = value.map(readOne);
  return { messages: read.flatMap(({ messages }) => messages), refusals: read.flatMap(({ refusals }) => refusals) };
}

/** A line that was too long to keep, by its ends: those tell whose request it was, where its id is written there. */
export function readTooLong(head: string, tail: string, limitBytes: number): ReadLine {
  const first = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*("[^"\\]{1,64}"|-?\d{1,16})\s*,\s*"method"/.exec(
    head,
  );
  const last = /,\s*"id"\s*:\s*("[^"\\]{1,64}"|-?\d{1,16})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  const id = first?.[1] ?? last?.[1];
  return refused(id === undefined ? null : JSON.parse(id), `the message is longer than ${limitBytes} bytes`);
}

const nothing: ReadLine = { messages: [], refusals: [] };

function readOne(value: Json): ReadLine {
  if (!isJsonObject(value)) return refused(null, 'a message is a JSON object');
  if ('method' in value) return readCall(value);
  if ('result' in value || 'error' in value) return readAnswer(value);
  return refused(value.id, 'a message has a method, a result or an error');
}

function readCall({ id, method, params }: JsonObject): ReadLine {
  const call = { jsonrpc: '2.0', method, ...(params === undefined || params === null ? {} : { params }) };
  // Nobody waits for what becomes of a notification.
  if (id === undefined) return isJSONRPCNotification(call) ? { ...nothing, messages: [call] } : nothing;
  const request = { ...call, id };
  if (isJSONRPCRequest(request)) return { ...nothing, messages: [request] };
  const isId = typeof id === 'string' || Number.isSafeInteger(id);
  return refused(id, isId ? 'this is no valid request' : 'the id of a request is a text or a whole number below 2^53');
}

function readAnswer({ id, result, error }: JsonObject): ReadLine {
  const answer = {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    ...(error === undefined ? { result } : { error }),
  };
  if (isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer)) return { ...nothing, messages: [answer] };
  if (typeof id !== 'string') return nothing;
  return { ...nothing, messages: [errorAnswer(id, 'the client sent an answer that is not valid JSON-RPC')] };
}

function refused(id: Json | undefined, message: string, code: number = INVALID_REQUEST): ReadLine {
  const shown = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { ...nothing, refusals: [{ jsonrpc: '2.0', id: shown, error: { code, message } }] };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
