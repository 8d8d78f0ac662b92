/** Words whose stem is not what the rules give. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);

/** Words that are left alone once a plural `s` is gone. */
const DONE_WITHOUT_S = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

/** Beginnings after which the first region starts, wherever the vowels are. */
const PREFIX = /^(?:gener|commun|arsen)/;

type Suffixes = readonly (readonly [suffix: string, replacement: string, before?: RegExp])[];

/** Tried in this order, so a suffix stands before its own ending. `before`: what must stand before the suffix. */
const STEP_2: Suffixes = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['fulli', 'ful'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['bli', 'ble'],
  ['ogi', 'og', /l$/],
  ['li', '', /[cdeghkmnrt]$/],
];

const STEP_3: Suffixes = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

const STEP_4: Suffixes = [
  ...['ement', 'ment', 'ance', 'ence', 'able', 'ible', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize'].map(
    (suffix) => [suffix, ''] as const,
  ),
  ['ion', '', /[st]$/],
  ...['al', 'er', 'ic'].map((suffix) => [suffix, ''] as const),
];

/**
 * The Snowball English (Porter 2) stem of a word of lower-case ASCII letters and digits. Digits count as consonants.
 * While it works, a `y` that is a consonant is written `Y`.
 *
 * @see https://snowballstem.org/algorithms/english/stemmer.html
 */
export function porter2(word: string): string {
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  if (word.length < 3) return word;
  const marked = markConsonants(word);
  const r1 = PREFIX.exec(marked)?.[0].length ?? regionAfter(marked, 0);
  const r2 = regionAfter(marked, r1);
  const singular = step1a(marked);
  if (DONE_WITHOUT_S.has(singular)) return singular;
  let stem = step1c(step1b(singular, r1));
  stem = replaceSuffix(stem, STEP_2, r1);
  stem = stem.endsWith('ative') ? withoutIn(stem, 5, r2) : replaceSuffix(stem, STEP_3, r1);
  stem = step5(replaceSuffix(stem, STEP_4, r2), r1, r2);
  return stem.includes('Y') ? stem.toLowerCase() : stem;
}

function markConsonants(word: string): string {
  if (!word.includes('y')) return word;
  let marked = '';
  for (let i = 0; i < word.length; i++) {
    const letter = word.charAt(i);
    marked += letter === 'y' && (i === 0 || isVowel(marked, i - 1)) ? 'Y' : letter;
  }
  return marked;
}

/** Where the part after the first consonant that follows a vowel begins, looking from `from` on. */
function regionAfter(word: string, from: number): number {
  let i = from;
  while (i < word.length && !isVowel(word, i)) i++;
  while (i < word.length && isVowel(word, i)) i++;
  return Math.min(i + 1, word.length);
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}

const EED = /eed(?:ly)?$/;
const ED_OR_ING = /(?:ed|ing)(?:ly)?$/;

function step1b(word: string, r1: number): string {
  const eed = EED.exec(word);
  if (eed !== null) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const end = ED_OR_ING.exec(word)?.index;
  if (end === undefined || !hasVowel(word, end)) return word;
  const rest = word.slice(0, end);
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return rest.length === r1 && endsInShortSyllable(rest, rest.length) ? `${rest}e` : rest;
}

function step1c(word: string): string {
  const last = word.length - 1;
  const isY = word.endsWith('y') || word.endsWith('Y');
  return isY && last > 1 && !isVowel(word, last - 1) ? `${word.slice(0, -1)}i` : word;
}

function step5(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  if (word.endsWith('e')) {
    const goes = last >= r2 || (last >= r1 && !endsInShortSyllable(word, last));
    return goes ? word.slice(0, -1) : word;
  }
  return word.endsWith('ll') ? withoutIn(word, 1, r2) : word;
}

/** Replaces the first suffix that fits, when it lies in the region and what stands before it may. */
function replaceSuffix(word: string, suffixes: Suffixes, region: number): string {
  for (const [suffix, replacement, before] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const start = word.length - suffix.length;
    const rest = word.slice(0, start);
    return start >= region && (before === undefined || before.test(rest)) ? rest + replacement : word;
  }
  return word;
}

function withoutIn(word: string, length: number, region: number): string {
  return word.length - length >= region ? word.slice(0, -length) : word;
}

/** Whether the first `end` characters end in a short syllable, as `rap`, `trap`, `entrap` and `ow` do. */
function endsInShortSyllable(word: string, end: number): boolean {
  if (end < 2 || isVowel(word, end - 1) || !isVowel(word, end - 2)) return false;
  return end === 2 || (!isVowel(word, end - 3) && !'wxY'.includes(word.charAt(end - 1)));
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
  return false;
}

function isVowel(word: string, i: number): boolean {
  return 'aeiouy'.includes(word.charAt(i));
}
