/** An English stem that a Chinese word may stand for. */
export interface Translation {
  readonly term: string;
  /** How likely it is, above 0; the weights of a word add up to 1. */
  readonly weight: number;
}

/** The meaning of a word that says nothing about what is wanted. */
export const STOP_WORD = '.';
/** The meaning of a word that is known and has no translation. */
export const UNTRANSLATED = '?';

/** What codes are written with. Codes whose first letter is one of the last 13 have three letters, the others two. */
const LETTERS = '!"#%&\'()*+,-/:;<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const LONG_CODES = 13;

/**
 * Reads what the table says of a word: codes of stems, the likeliest first, a digit after a code for its weight where that
 * is not the one before; the first weighs 9. No word, or one without translation, means nothing.
 */
export function readMeaning(meaning: string | undefined, stems: readonly string[]): Translation[] {
  if (meaning === undefined || meaning === UNTRANSLATED) return [];
  const found: { term: string; ninths: number }[] = [];
  let ninths = 9;
  for (let at = 0; at < meaning.length; ) {
    const length = LETTERS.indexOf(meaning.charAt(at)) < LETTERS.length - LONG_CODES ? 2 : 3;
    const digit = Number.parseInt(meaning.charAt(at + length), 10);
    if (digit > 0) ninths = digit;
    const term = stems[indexOf(meaning.slice(at, at + length))];
    if (term !== undefined) found.push({ term, ninths });
    at += length + (digit > 0 ? 1 : 0);
  }
  const total = found.reduce((sum, part) => sum + part.ninths, 0);
  return found.map((part) => ({ term: part.term, weight: part.ninths / total }));
}

function indexOf(code: string): number {
  const [first = 0, second = 0, third] = Array.from(code, (letter) => LETTERS.indexOf(letter));
  const pair = first * LETTERS.length + second;
  if (third === undefined) return pair;
  const short = (LETTERS.length - LONG_CODES) * LETTERS.length;
  return short + (pair - short) * LETTERS.length + third;
}
