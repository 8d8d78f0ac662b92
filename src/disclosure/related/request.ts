import { otherWords } from '../search/other-words.ts';
import { normalise } from '../search/tokenise.ts';
import type { TermCorpus, TermPlaces } from './term-corpus.ts';
import { englishTerms } from './terms.ts';
import type { ChineseTable } from './translate-chinese.ts';
import type { Vectors } from './vectors.ts';

/** A term that may stand for a word of a request. */
interface Sense {
  readonly term: string;
  /** How likely it is meant; 1 for the word itself. */
  readonly weight: number;
  readonly places: TermPlaces;
}

/** One word of a request. */
export interface RequestWord {
  /** For people: as it was written, or what it was taken for. */
  readonly text: string;
  readonly senses: readonly Sense[];
  /** Documents that have it; those of several senses count by weight. */
  readonly documentFrequency: number;
  /** The share of tools at large that have it. */
  readonly share: number;
  /** Inverse document frequency: how much it decides. */
  readonly weight: number;
  /** The sum of its senses' vectors; all zero when none has one. */
  readonly vector: Float64Array;
}

/** Different words of a request that are read; what is behind them is left out. */
const MOST_WORDS = 40;

interface Written {
  readonly text: string;
  readonly senses: readonly { readonly term: string; readonly weight: number }[];
  /** Its text is part of a Chinese word that was translated, so that it says something only where documents have it. */
  readonly isSpare: boolean;
}

/** The different words of a request, in order: what the scorer looks for. */
export function readRequest(
  request: string,
  corpus: TermCorpus,
  vectors: Vectors,
  chinese: ChineseTable | undefined,
): readonly RequestWord[] {
  const words = new Map<string, RequestWord>();
  for (const { text, senses, isSpare } of writtenWords(normalise(request), chinese)) {
    const key = senses.map(({ term }) => term).join(' ');
    if (words.has(key)) continue;
    const word = weigh(text, senses, corpus, vectors);
    if (!isSpare || word.documentFrequency > 0) words.set(key, word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words.values()];
}

function* writtenWords(normal: string, chinese: ChineseTable | undefined): Generator<Written> {
  for (const term of englishTerms(normal)) yield { text: term, senses: [{ term, weight: 1 }], isSpare: false };
  for (const { start, end, terms } of otherWords(normal)) {
    const run = normal.slice(start, end);
    const words = hasHan(run) ? (chinese?.translate(run) ?? []) : [];
    const translated = new Set<string>();
    for (const { start: from, end: to, translations } of words) {
      const text = run.slice(from, to);
      const own = pairsOf(text);
      if (translations.length === 0) continue;
      for (const pair of own) translated.add(pair);
      yield { text, senses: [...own.map((term) => ({ term, weight: 1 })), ...translations], isSpare: false };
    }
    for (const term of terms) {
      if (!translated.has(term)) yield { text: term, senses: [{ term, weight: 1 }], isSpare: words.length > 0 };
    }
  }
}

/** The pairs of neighbouring characters by which Chinese texts are indexed. */
function pairsOf(word: string): readonly string[] {
  return otherWords(word).flatMap(({ terms }) => terms);
}

/** Whether a text has Chinese characters. */
export function hasHan(text: string): boolean {
  return /[\u3400-\u9fff]/.test(text);
}

function weigh(
  text: string,
  senses: Written['senses'],
  corpus: TermCorpus,
  { dimensions, rows, shares, find }: Vectors,
): RequestWord {
  const vector = new Float64Array(dimensions);
  let documents = 0;
  let share = 0;
  const placed = senses.map(({ term, weight }) => {
    const places = corpus.find(term);
    documents += weight * places.documentFrequency;
    const row = find(term);
    if (row >= 0) share += weight * (shares[row] as number);
    for (let k = 0; row >= 0 && k < dimensions; k++) {
      vector[k] = (vector[k] as number) + weight * (rows[row * dimensions + k] as number);
    }
    return { term, weight, places };
  });
  const documentFrequency = Math.min(documents, corpus.size);
  const weight = Math.log(1 + (corpus.size - documentFrequency + 0.5) / (documentFrequency + 0.5));
  return { text, senses: placed, documentFrequency, share, weight, vector };
}
