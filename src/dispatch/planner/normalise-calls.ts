import type { ToolError } from '../../base/call/tool-error.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { foldName } from '../../registry/resolve-name.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import { parseArguments } from './parse-arguments.ts';
import { bridgeRecursion, invalidToolCall } from './refusals.ts';

/** One entry of a `tool_call`, read. */
export interface BridgeEntry {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The entry as the model wrote it. */
  readonly sent: JsonObject;
}

/** The entries of a `tool_call`, at least one; or the first thing that is wrong with it. */
export type NormalisedCalls =
  | { readonly ok: true; readonly entries: readonly BridgeEntry[] }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Reads the arguments of a `tool_call` in every form models send: `calls` as a list, as one object, as the JSON text of
 * either, or the older `{ name, arguments }` without `calls`. The first fault rejects the whole call.
 */
export function normaliseCalls(sent: unknown): NormalisedCalls {
  const outer = parseArguments(sent);
  if (!outer.ok) return fault(`the arguments of tool_call ${outer.problem}`);
  const listed = listOf(outer.arguments);
  if (!listed.ok) return listed;
  const entries: BridgeEntry[] = [];
  for (const [index, item] of listed.items.entries()) {
    const entry = readEntry(item, `calls[${index}]`);
    if ('error' in entry) return { ok: false, error: entry.error };
    entries.push(entry);
  }
  return { ok: true, entries };
}

type Listed =
  | { readonly ok: true; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly error: ToolError };

function listOf(outer: JsonObject): Listed {
  const { calls } = outer;
  if (calls === undefined || calls === null) {
    if (nameIn(outer) === '') return fault("tool_call requires 'calls': a list with one entry of name and arguments");
    return { ok: true, items: [outer] };
  }
  let value: unknown = calls;
  if (typeof calls === 'string') {
    try {
      value = JSON.parse(calls);
    } catch {
      return fault("'calls' is not valid JSON; send a list, not a text");
    }
  }
  if (isJsonObject(value)) return { ok: true, items: [value] };
  if (Array.isArray(value) && value.length > 0) return { ok: true, items: value };
  return fault("'calls' must be a non-empty array of entries with name and arguments");
}

function readEntry(item: unknown, place: string): BridgeEntry | { readonly error: ToolError } {
  if (!isJsonObject(item)) return { error: invalidToolCall(`${place} is not an object with name and arguments`) };
  const name = nameIn(item);
  if (name === '') return { error: invalidToolCall(`${place} requires a 'name': the exact name of the tool to call`) };
  if (isBridgeName(foldName(name))) return { error: bridgeRecursion(place, name) };
  const parsed = parseArguments(item.arguments);
  if (!parsed.ok) return { error: invalidToolCall(`the 'arguments' of ${place} ${parsed.problem}`) };
  return { name, arguments: parsed.arguments, sent: item };
}

function nameIn(item: JsonObject): string {
  const { name } = item;
  return typeof name === 'string' || typeof name === 'number' ? String(name).trim() : '';
}

function fault(message: string): { readonly ok: false; readonly error: ToolError } {
  return { ok: false, error: invalidToolCall(message) };
}
