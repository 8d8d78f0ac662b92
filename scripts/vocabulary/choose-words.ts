import { readFileSync } from 'node:fs';
import { type Translations, toShares } from './align.ts';
import type { Sense } from './cedict.ts';

/** A stem that no catalogue has takes part when so many headwords are translated by it. */
const COMMON_STEM = 5;
const MOST_STEMS = 4;
const LEAST_SHARE = 0.1;
const MOST_WORDS = 30_000;
/** A character that is counted less often is written by nobody who asks for a tool. */
const RARE_CHARACTER = 20;

/** The English stems that tools use, or that may well be used by tools that we have not seen. */
export function usefulStems(
  senses: ReadonlyMap<string, readonly Sense[]>,
  inCatalogues: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const meanings of senses.values()) {
    const stems = meanings.flatMap((meaning) => (meaning.stems.length <= 2 ? meaning.stems : []));
    for (const english of new Set(stems)) counts.set(english, (counts.get(english) ?? 0) + 1);
  }
  const common = [...counts].filter(([english, count]) => count >= COMMON_STEM && /^[a-z]/.test(english));
  return new Set([...inCatalogues.keys(), ...common.map(([english]) => english)]);
}

/** What the dictionary alone says of each headword, in useful stems. */
export function dictionaryTranslations(
  senses: ReadonlyMap<string, readonly Sense[]>,
  useful: ReadonlySet<string>,
): Translations {
  const translations = new Map<string, ReadonlyMap<string, number>>();
  for (const [word, meanings] of senses) {
    const row = new Map<string, number>();
    for (const { stems, weight } of meanings) {
      for (const english of stems.filter((name) => useful.has(name))) {
        row.set(english, (row.get(english) ?? 0) + weight / Math.sqrt(stems.length));
      }
    }
    if (row.size > 0) translations.set(word, toShares(row));
  }
  return translations;
}

/** The words worth their place: those that must stay, single characters, then the most frequent; each with its likeliest stems. */
export function chooseWords(
  translations: Translations,
  mustStay: (word: string) => boolean,
  frequencyOf: (word: string) => number,
): Translations {
  const stays = (word: string) => mustStay(word) || (word.length === 1 && frequencyOf(word) >= RARE_CHARACTER);
  const kept = [...translations.keys()].filter(stays);
  // Long words are mostly sayings, or made of words that are in the table themselves.
  const usefulness = (word: string) => frequencyOf(word) / (word.length >= 4 ? 10 : 1);
  const others = [...translations.keys()]
    .filter((word) => word.length > 1 && !stays(word))
    .sort((a, b) => usefulness(b) - usefulness(a) || (a < b ? -1 : 1));
  const words = [...kept, ...others.slice(0, Math.max(0, MOST_WORDS - kept.length))];
  return new Map(words.map((word) => [word, likeliest(translations.get(word) ?? new Map())]));
}

function likeliest(row: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sorted = [...row].sort((a, b) => b[1] - a[1]);
  const [best = ['', 0]] = sorted;
  const kept = sorted.filter(([, share]) => share >= LEAST_SHARE).slice(0, MOST_STEMS);
  return toShares(new Map(kept.length > 0 ? kept : [best]));
}

/** Reads the word list of the segmenter jieba: a word, how often it was counted, and its kind, a line each. */
export function readFrequencies(file: string): ReadonlyMap<string, number> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.map((line) => {
      const [word = '', count = '0'] = line.split(' ');
      return [word, Number(count)];
    }),
  );
}
