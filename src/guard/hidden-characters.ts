import { type CodePointRanges, EMOJI, HIDDEN, JOINING_SCRIPTS } from './hidden-ranges.data.ts';

/** A text without its hidden characters. */
export interface CleanedText {
  readonly text: string;
  /** How many were taken out or replaced. */
  readonly removed: number;
  /** Which, each once, as `U+200B`, in the order they were met; at most eight. */
  readonly codePoints: readonly string[];
}

const ANY_HIDDEN = new RegExp(
  `[${HIDDEN.map(([first, last]) => `\\u{${hex(first)}}-\\u{${hex(last)}}`).join('')}]`,
  'u',
);
const LINE_BREAKS = new Set([0x0b, 0x0c, 0x85, 0x2028, 0x2029]);
const JOINERS = new Set([0x200c, 0x200d]);
const KEYCAP_BASES = /^[0-9#*]$/;

/**
 * Takes out of a text what a person would not see but a model would read: tags, zero-width and bidirectional controls,
 * variation selectors, fillers, control characters, noncharacters. Line separators of every kind become a line feed; a
 * carriage return too, which does not count. Half a surrogate pair becomes U+FFFD.
 *
 * A single variation selector after an emoji, a joiner between emoji, and a single joiner or non-joiner after a letter
 * of a script that needs it (Arabic, Indic, …) stay. Takes time linear in the text, and does not depend on ICU.
 */
export function removeHiddenCharacters(text: string): CleanedText {
  if (!ANY_HIDDEN.test(text)) return { text, removed: 0, codePoints: [] };
  const characters = Array.from(text.replace(/\r\n?/gu, '\n'));
  const codePoints = new Set<string>();
  let removed = 0;
  let out = '';
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    if (!isHidden(character) || isNeeded(characters, i)) {
      out += character;
      continue;
    }
    const code = character.codePointAt(0) as number;
    removed++;
    if (codePoints.size < 8) codePoints.add(`U+${hex(code).toUpperCase().padStart(4, '0')}`);
    if (LINE_BREAKS.has(code)) out += '\n';
    else if (code >= 0xd800 && code <= 0xdfff) out += '\ufffd';
  }
  return { text: out, removed, codePoints: [...codePoints] };
}

/** Whether a character (one code point) is on the list of hidden ones, whatever stands beside it. */
export function isHidden(character: string): boolean {
  return ANY_HIDDEN.test(character);
}

function isNeeded(characters: readonly string[], i: number): boolean {
  const code = characters[i]?.codePointAt(0) ?? 0;
  const before = characters[i - 1];
  const after = characters[i + 1];
  if (before === undefined) return false;
  if (code === 0xfe0e || code === 0xfe0f) {
    return isIn(EMOJI, before) || (KEYCAP_BASES.test(before) && after === '\u20e3');
  }
  if (!JOINERS.has(code)) return false;
  if (isIn(JOINING_SCRIPTS, before) && !isHidden(before)) return true;
  const base = before === '\ufe0f' ? characters[i - 2] : before;
  return code === 0x200d && isIn(EMOJI, base) && isIn(EMOJI, after);
}

function isIn(ranges: CodePointRanges, character: string | undefined): boolean {
  const code = character?.codePointAt(0);
  return code !== undefined && ranges.some(([first, last]) => code >= first && code <= last);
}

function hex(code: number): string {
  return code.toString(16);
}
