import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** What a model sent as arguments, read. `problem` completes a sentence: "the arguments of x <problem>". */
export type ParsedArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly problem: string };

/** Reads arguments as models send them: an object, the JSON text of one, or nothing (absent, null, blank text). */
export function parseArguments(sent: unknown): ParsedArguments {
  if (sent === undefined || sent === null) return { ok: true, arguments: {} };
  if (typeof sent !== 'string') return asObject(sent);
  if (sent.trim() === '') return { ok: true, arguments: {} };
  try {
    return asObject(JSON.parse(sent));
  } catch (error) {
    return { ok: false, problem: `are not valid JSON: ${messageOf(error).slice(0, 200)}` };
  }
}

function asObject(value: unknown): ParsedArguments {
  if (isJsonObject(value)) return { ok: true, arguments: value };
  return { ok: false, problem: `must be an object, and are ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}` };
}
