import porter2 from 'wink-porter2-stemmer';

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
  const result = old.get(word) ?? (lower === word ? detach(porter2Exact(word)) : stem(lower));
  if (young.size >= MEMO_ENTRIES / 2) {
    old = young;
    young = new Map();
  }
  young.set(detach(word), result);
  return result;
}

/**
 * The package keeps a consonant `y` as `3` while it works, so it would turn digits 3 into `y`, and of several such `y`
 * it marks only the first. Marking here, and hiding real 3s behind another digit, gives Snowball's own result.
 */
function porter2Exact(word: string): string {
  if (word.length < 3 || !/[3y]/.test(word)) return porter2(word);
  let marked = '';
  for (let i = 0; i < word.length; i++) {
    const letter = word.charAt(i);
    if (letter === '3') marked += '4';
    else if (letter === 'y' && (i === 0 || 'aeiouy'.includes(marked.charAt(i - 1)))) marked += '3';
    else marked += letter;
  }
  let stemmed = '';
  const result = porter2(marked);
  for (let i = 0; i < result.length; i++) stemmed += word.charAt(i) === '3' ? '3' : result.charAt(i);
  return stemmed;
}

/** Engines keep a longer part of a text as a view of the whole; a memo must not hold every description it has seen. */
function detach(word: string): string {
  return word.length < 13 ? word : [...word].join('');
}
