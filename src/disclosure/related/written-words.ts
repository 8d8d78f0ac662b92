import { otherWords } from '../search/other-words.ts';
import { stem } from '../search/stem.ts';
import type { TermCorpus } from './corpus/term-corpus.ts';
import { correctionsOf } from './spelling.ts';
import { type EnglishWord, englishWords } from './vocabulary/terms.ts';
import type { ChineseTable } from './vocabulary/translate-chinese.ts';
import type { Vectors } from './vocabulary/vectors.ts';

/** A word of a request, and the terms that it may stand for. */
export interface WrittenWord {
  /** For people. */
  readonly text: string;
  /** Each with how likely it is meant; 1 for the word itself. */
  readonly senses: readonly { readonly term: string; readonly weight: number }[];
  /** True for what says something only where documents have it: a number, a text that was read otherwise as well. */
  readonly isSpare: boolean;
}

/** How likely a term is meant that is not the word itself: spelled otherwise, one word of two, two of one. */
const OTHERWISE = 0.7;

/** The shortest part of a compound. */
const SHORTEST_PART = 3;
/** Nobody writes longer compounds, and all places to part them would be tried. */
const LONGEST_COMPOUND = 64;

/** The words of a normalised request as they may be meant in a catalogue: the English ones, then those in other letters. */
export function* writtenWords(
  normal: string,
  corpus: TermCorpus,
  vectors: Vectors,
  chinese: ChineseTable | undefined,
): Generator<WrittenWord> {
  yield* wordsInEnglish(normal, corpus, vectors);
  yield* wordsInOtherLetters(normal, chinese);
}

function* wordsInEnglish(normal: string, corpus: TermCorpus, vectors: Vectors): Generator<WrittenWord> {
  const isKnown = (term: string) => corpus.find(term).documentFrequency > 0;
  const words = englishWords(normal);
  // A request may repeat a word a thousand times, and one that is unknown takes long.
  const looked = new Map<string, readonly string[]>();
  for (const [place, { text, term }] of words.entries()) {
    const others = looked.get(text) ?? (isKnown(term) ? [] : termsInsteadOf({ text, term }, isKnown, corpus, vectors));
    looked.set(text, others);
    const next = words[place + 1];
    const joined = next === undefined ? [] : [stem(text + next.text)].filter(isKnown);
    const senses = [...others, ...joined].map((other) => ({ term: other, weight: OTHERWISE }));
    // Numbers, dates and identifiers are what a request is about, not what it asks for.
    yield { text, senses: [{ term, weight: 1 }, ...senses], isSpare: /[0-9]/.test(text) };
  }
}

function* wordsInOtherLetters(normal: string, chinese: ChineseTable | undefined): Generator<WrittenWord> {
  for (const { start, end, terms } of otherWords(normal)) {
    const run = normal.slice(start, end);
    const words = hasHan(run) ? (chinese?.translate(run) ?? []) : [];
    const read = words.flatMap(({ start: from, end: to, translations }) =>
      translations.length > 0 ? [{ text: run.slice(from, to), translations }] : [],
    );
    for (const { text, translations } of read) {
      const own = pairsOf(text).map((term) => ({ term, weight: 1 }));
      yield { text, senses: [...own, ...translations], isSpare: false };
    }
    const known = new Set(read.flatMap(({ text }) => pairsOf(text)));
    for (const term of terms) {
      if (!known.has(term)) yield { text: term, senses: [{ term, weight: 1 }], isSpare: words.length > 0 };
    }
  }
}

/** Whether a text has Chinese characters. */
export function hasHan(text: string): boolean {
  return /[\u3400-\u9fff]/.test(text);
}

/** What a word that no document has may be: two words, or one that is spelled otherwise. */
function termsInsteadOf(
  { text, term }: EnglishWord,
  isKnown: (term: string) => boolean,
  corpus: TermCorpus,
  vectors: Vectors,
): readonly string[] {
  const halves = halvesOf(text, isKnown);
  return halves.length > 0 || vectors.find(term) >= 0 ? halves : correctionsOf(term, corpus);
}

/** The two known terms that a word is made of, if there are such. */
function halvesOf(text: string, isKnown: (term: string) => boolean): readonly string[] {
  if (text.length > LONGEST_COMPOUND) return [];
  for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at++) {
    const halves = [stem(text.slice(0, at)), stem(text.slice(at))];
    if (halves.every(isKnown)) return halves;
  }
  return [];
}

/** The pairs of neighbouring characters by which Chinese texts are indexed. */
function pairsOf(word: string): readonly string[] {
  return otherWords(word).flatMap(({ terms }) => terms);
}
