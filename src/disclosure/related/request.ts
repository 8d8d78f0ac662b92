import { normalise } from '../search/tokenise.ts';
import type { TermCorpus, TermPlaces } from './corpus/term-corpus.ts';
import type { ChineseTable } from './vocabulary/translate-chinese.ts';
import type { Vectors } from './vocabulary/vectors.ts';
import { type WrittenWord, writtenWords } from './written-words.ts';

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
const MOST_WORDS = 64;

/** Characters of a request that are read. */
const MOST_CHARACTERS = 10_000;

/** The different words of a request, in order: what the scorer looks for. */
export function readRequest(
  request: string,
  corpus: TermCorpus,
  vectors: Vectors,
  chinese: ChineseTable | undefined,
): readonly RequestWord[] {
  const words = new Map<string, RequestWord>();
  for (const { text, senses, isSpare } of writtenWords(
    normalise(request.slice(0, MOST_CHARACTERS)),
    corpus,
    vectors,
    chinese,
  )) {
    const key = senses.map(({ term }) => term).join(' ');
    if (words.has(key)) continue;
    const word = weigh(text, senses, corpus, vectors);
    if (!isSpare || word.documentFrequency > 0) words.set(key, word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words.values()];
}

function weigh(
  text: string,
  senses: WrittenWord['senses'],
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
