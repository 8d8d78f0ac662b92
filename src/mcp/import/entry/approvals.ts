import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json } from '../../../base/json.ts';
import { displayName } from '../../../guard/display-name.ts';
import type { Remark } from '../foreign-server.ts';

/** As modes of approval, not as names of tools. */
const ALL: ReadonlySet<string> = new Set(['*', 'all', 'allow', 'always', 'approve']);
const NONE: ReadonlySet<string> = new Set(['', 'ask', 'auto', 'manual', 'never', 'none', 'prompt']);

/**
 * Tools that a client runs without asking, as it writes them: names, a wildcard, a mode, or true for all (`*`). Absent where
 * that can't be read.
 */
export function approvedIn(value: Json): readonly string[] | undefined {
  if (typeof value === 'string') return approvedByWord(value.trim());
  if (Array.isArray(value)) return value.every(isText) ? value.filter((name) => name !== '').map(allOrOne) : undefined;
  if (!isJsonObject(value)) {
    const isOn = lenientBoolean(value);
    return isOn === undefined ? undefined : isOn ? ['*'] : [];
  }
  const names = Object.keys(value);
  if (!names.every((name) => isText(value[name]) || lenientBoolean(value[name]) !== undefined)) return undefined;
  return names.filter((name) => isYes(value[name])).map(allOrOne);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

/** A glob that fits every name. */
function allOrOne(name: string): string {
  return /^\*+$/.test(name.trim()) ? '*' : name;
}

/** What whoever moves should know of them; absent when there are none. They are honoured nowhere here. */
export function approvalRemark(approved: readonly string[], path: string): Remark | undefined {
  if (approved.length === 0) return undefined;
  const all = approved.includes('*');
  const what = all ? 'every tool' : displayName(approved.join(', '), 200);
  return {
    severity: all ? 'warning' : 'note',
    path,
    message: `${path} lets ${what} run without asking; Callslip does not take that over`,
    remedy: 'approve tool_call in the client, or set gateway.call_tools: split and approve tool_call_read there',
  };
}

function approvedByWord(word: string): readonly string[] {
  if (ALL.has(word.toLowerCase()) || lenientBoolean(word) === true) return ['*'];
  return NONE.has(word.toLowerCase()) || lenientBoolean(word) === false ? [] : [allOrOne(word)];
}

function isYes(value: Json | undefined): boolean {
  return lenientBoolean(value) === true || (typeof value === 'string' && ALL.has(value.toLowerCase()));
}
