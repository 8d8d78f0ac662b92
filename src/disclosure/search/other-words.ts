import { type Script, scriptOf } from './script-of.ts';
import { isAscii } from './tokenise.ts';

/** A word with letters outside ASCII, and where it stands in its text. */
export interface OtherWord {
  readonly start: number;
  readonly end: number;
  /** Its terms: itself in lower case, or each pair of neighbouring characters when it is Chinese, Japanese or Korean. */
  readonly terms: readonly string[];
}

/**
 * The words of a normalised text that are not plain ASCII: runs of letters of one script, with their marks. Han and kana
 * count as one script, because Japanese writes one word in both. A single Chinese, Japanese or Korean character is its
 * own term.
 */
export function otherWords(text: string): OtherWord[] {
  if (isAscii(text)) return [];
  const words: OtherWord[] = [];
  let start = 0;
  let script: Script | undefined;
  for (let i = 0; i <= text.length; i++) {
    const codePoint = text.codePointAt(i) ?? 0;
    const next = scriptOf(codePoint);
    if (script === undefined || !(next === script || goesWithAny(next))) {
      if (script !== undefined) words.push(...wordAt(text, start, i, script));
      start = i;
      script = goesWithAny(next) ? undefined : next;
    }
    if (codePoint > 0xffff) i++;
  }
  return words;
}

function goesWithAny(script: Script | undefined): boolean {
  return script === 'mark' || script === 'shared';
}

function wordAt(text: string, start: number, end: number, script: Script): OtherWord[] {
  const word = text.slice(start, end);
  if (script === 'latin' && /^[A-Za-z]+$/.test(word)) return [];
  const lower = word.toLowerCase();
  return [{ start, end, terms: script === 'cjk' || script === 'hangul' ? pairsOf(lower) : [lower] }];
}

function pairsOf(word: string): string[] {
  const [first = '', ...rest] = word;
  if (rest.length === 0) return [first];
  return rest.map((character, i) => (rest[i - 1] ?? first) + character);
}
