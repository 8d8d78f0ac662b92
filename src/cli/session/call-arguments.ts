import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';

/**
 * The arguments of a call as they are typed: JSON objects, `key=value` pairs, or `-` for a JSON object on standard input;
 * later ones win. A value is a text, which the tool's schema may make a number, a boolean, a list or an object; a key that
 * comes several times is a list.
 *
 * @param isBridge true for a tool whose values nothing turns into what they stand for: lists and objects are read here.
 * @throws CommandError for anything else.
 */
export async function parseCallArguments(
  given: readonly string[],
  readStdin: () => Promise<string>,
  isBridge = false,
): Promise<JsonObject> {
  const merged = new Map<string, Json | undefined>();
  const typed = new Set<string>();
  for (const argument of given) {
    const pair = /^([^\s{=][^=]*)=(.*)$/s.exec(argument);
    if (argument !== '-' && pair !== null) {
      const [, key = '', written = ''] = pair;
      const value = isBridge ? listOrObject(written) : written;
      merged.set(key, typed.has(key) ? [merged.get(key) as Json, value].flat() : value);
      typed.add(key);
      continue;
    }
    const text = argument === '-' ? await readStdin() : argument;
    for (const [key, value] of Object.entries(parseObject(text, argument))) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function parseObject(text: string, argument: string): JsonObject {
  const value = parse(text);
  if (isJsonObject(value)) return value;
  const what = argument === '-' ? 'standard input' : `the argument ${JSON.stringify(argument)}`;
  throw new CommandError(
    EXIT.usage,
    `${what} is no JSON object; give arguments as '{"key": "value"}', as key=value, or as - with JSON on standard input`,
  );
}

function listOrObject(text: string): Json {
  const value = parse(text);
  return Array.isArray(value) || isJsonObject(value) ? value : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
