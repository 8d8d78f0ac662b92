import type { Translations } from './align.ts';

/** What the table holds. */
export interface ChineseTable {
  readonly translations: Translations;
  readonly stopWords: ReadonlySet<string>;
  /** Words that are known and have no translation, so that they are not read as the characters they are written with. */
  readonly untranslated: ReadonlySet<string>;
  readonly simplified: ReadonlyMap<string, string>;
}

/** What codes are written with: printable ASCII without digits and without what a template literal or the format needs. */
const ALPHABET = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).filter(
  (c) => !/[0-9`\\$.?]/.test(c),
);

/** So many letters, at the end of the alphabet, begin a code of three letters; the others begin one of two. */
const LONG_CODES = 13;

/**
 * The table as text, in the format that `src/disclosure/related/vocabulary/translate-chinese.ts` reads: two lines (the English stems, the
 * most used first; pairs of a traditional and a simplified character), then
 * a line for each first character.
 */
export function packChinese({ translations, stopWords, untranslated, simplified }: ChineseTable): string {
  const stems = byUse(translations);
  const codes = new Map(stems.map((english, i) => [english, codeOf(i)]));
  const payloads = new Map([...translations].map(([word, row]) => [word, payloadOf(row, codes)]));
  for (const word of untranslated) payloads.set(word, '?');
  for (const word of stopWords) payloads.set(word, '.');
  const lines = new Map<string, string>();
  for (const word of [...payloads.keys()].sort()) {
    const first = word.charAt(0);
    lines.set(first, (lines.get(first) ?? first) + word.slice(1) + payloads.get(word));
  }
  const used = new Set([...payloads.keys()].join(''));
  const pairs = [...simplified].filter(([from, to]) => used.has(to) && !used.has(from)).map((pair) => pair.join(''));
  return [stems.join(' '), pairs.sort().join(''), ...lines.values()].join('\n');
}

function byUse(translations: Translations): string[] {
  const uses = new Map<string, number>();
  for (const row of translations.values()) {
    for (const english of row.keys()) uses.set(english, (uses.get(english) ?? 0) + 1);
  }
  return [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([english]) => english);
}

function codeOf(index: number): string {
  const base = ALPHABET.length;
  const short = (base - LONG_CODES) * base;
  const digits = index < short ? [index] : [Math.floor((index - short) / base) + short, (index - short) % base];
  return digits.map((digit, i) => (i === 0 ? letters(digit) : ALPHABET[digit])).join('');
}

function letters(index: number): string {
  return `${ALPHABET[Math.floor(index / ALPHABET.length)]}${ALPHABET[index % ALPHABET.length]}`;
}

/** The codes, best first; a digit tells the ninths of the best weight where they differ from the code before. */
function payloadOf(row: ReadonlyMap<string, number>, codes: ReadonlyMap<string, string>): string {
  const sorted = [...row].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const most = sorted[0]?.[1] ?? 1;
  let last = 9;
  return sorted
    .map(([english, weight]) => {
      const ninths = Math.max(1, Math.round((9 * weight) / most));
      const digit = ninths === last ? '' : `${ninths}`;
      last = ninths;
      return `${codes.get(english)}${digit}`;
    })
    .join('');
}
