import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { displayName } from '../../../guard/display-name.ts';

/** One key of an entry. */
export interface Member {
  readonly key: string;
  /** Where it stands in the entry: `transport.url`. */
  readonly place: string;
  readonly value: Json;
  /** The place of its first item in a list that is written there. @default 0 */
  readonly from?: number;
}

/** Keys under which some clients put what others write beside them. */
const NESTING: ReadonlySet<string> = new Set(['transport', 'command', 'cmd']);
const COMMANDS: ReadonlySet<string> = new Set(['command', 'cmd']);

/**
 * The members of an entry in their order, those of a nested `transport: { type, url, headers }` and of a
 * `command: { path, args, env }` among them; a command that is a list becomes the program and its arguments. What is null
 * counts as not written.
 */
export function flatMembers(entry: JsonObject, inside = '', isCommand = false): readonly Member[] {
  return Object.entries(entry).flatMap(([written, value]): readonly Member[] => {
    if (value === null || value === undefined) return [];
    const place = `${inside}${displayName(written)}`;
    const key = isCommand && written === 'path' ? 'command' : written;
    if (NESTING.has(key) && isJsonObject(value)) return flatMembers(value, `${place}.`, COMMANDS.has(key));
    return COMMANDS.has(key) && Array.isArray(value) ? programAndArguments(key, place, value) : [{ key, place, value }];
  });
}

function programAndArguments(key: string, place: string, list: readonly Json[]): readonly Member[] {
  const [program = list, ...args] = list;
  const behind: readonly Member[] = args.length === 0 ? [] : [{ key: 'args', place, value: args, from: 1 }];
  return [{ key, place, value: program }, ...behind];
}
