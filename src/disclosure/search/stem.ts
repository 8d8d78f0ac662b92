import { detached } from '../../base/text.ts';
import { porter2 } from './porter2.ts';

/** Longer runs are no words, and the stemmer's time grows with the square of the length. */
const MAX_WORD_CHARS = 64;

/** Stems kept: two generations of half that many. */
const MEMO_ENTRIES = 16_384;

let young = new Map<string, string>();
let old = new Map<string, string>();

/**
 * The Snowball English (Porter 2) stem of an ASCII word, in lower case. Runs of more than 64 characters come back
 * unstemmed. Pure: the bounded memo behind it only saves time.
 *
 * @see https://snowballstem.org/algorithms/english/stemmer.html
 */
export function stem(word: string): string {
  const known = young.get(word);
  if (known !== undefined) return known;
  if (word.length > MAX_WORD_CHARS) return word.toLowerCase();
  const lower = word.toLowerCase();
  const result = old.get(word) ?? (lower === word ? detached(porter2(word)) : stem(lower));
  if (young.size >= MEMO_ENTRIES / 2) {
    old = young;
    young = new Map();
  }
  young.set(detached(word), result);
  return result;
}
