import { isHidden } from './hidden-characters.ts';
import { ODD_SPACES } from './hidden-ranges.data.ts';

const ELLIPSIS = '…';

/**
 * A name for people to read in logs, dialogs and messages: one line, nothing invisible, nothing that reorders what
 * stands beside it. Hidden characters, line breaks, tabs, odd spaces and backslashes show as escapes (`\u202e`,
 * `\u{e0041}`, `\\`), so that two different names never look the same because of them. Cut to `limit` characters, with
 * `…` as the last one when anything was left out.
 */
export function displayName(name: string, limit = 80): string {
  let out = '';
  for (const character of name) {
    const shown = escaped(character);
    if (out.length + shown.length > limit) return cut(out, limit);
    out += shown;
  }
  return out;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) as number;
  if (character === '\\') return '\\\\';
  if (character !== '\t' && character !== '\n' && !isHidden(character) && !isOddSpace(code)) return character;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

function isOddSpace(code: number): boolean {
  return ODD_SPACES.some(([first, last]) => code >= first && code <= last);
}

/** Room for the ellipsis is made by dropping whole characters. */
function cut(text: string, limit: number): string {
  const characters = Array.from(text);
  while (characters.length > 0 && characters.join('').length + ELLIPSIS.length > limit) characters.pop();
  return characters.join('') + ELLIPSIS;
}
