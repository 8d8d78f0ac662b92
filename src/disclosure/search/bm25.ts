import type { TermSpace } from '../catalog/postings.ts';
import { type Candidates, forEachCommon } from './candidates.ts';
import type { Corpus, TermMatches } from './corpus.ts';
import type { QueryWord } from './query.ts';

const K1 = 1.5;
const B = 0.75;

/** A term of a query, and all that its part of a score depends on but the document. */
export interface WeightedTerm {
  readonly averageLength: number;
  /** Inverse document frequency, times how often the query has the term. */
  readonly weight: number;
  readonly matches: TermMatches;
}

/**
 * The terms of a query that any document has, each once, in the order in which the query first has them. A repeated term
 * counts again: it weighs more, so that a query of thousands of words costs no more than its different ones.
 *
 * @see Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), with 1 added inside the
 * logarithm, so that no weight is negative.
 */
export function weighTerms(corpus: Corpus, query: readonly QueryWord[]): WeightedTerm[] {
  const averageLengths = { words: corpus.averageLength('words'), otherWords: corpus.averageLength('otherWords') };
  const repeats = new Map<TermMatches, { readonly space: TermSpace; times: number }>();
  for (const { space, terms } of query) {
    for (const term of terms) {
      const matches = corpus.find(space, term);
      const known = repeats.get(matches);
      if (known !== undefined) known.times++;
      else if (matches.documentFrequency > 0) repeats.set(matches, { space, times: 1 });
    }
  }
  return Array.from(repeats, ([matches, { space, times }]) => ({
    matches,
    averageLength: averageLengths[space],
    weight: inverseDocumentFrequency(corpus.size, matches.documentFrequency) * times,
  }));
}

/**
 * The BM25 scores of the candidates, in their order: k1 = 1.5, b = 0.75, one bag of words, a sum over the terms in query
 * order. Each space counts lengths of its own.
 */
export function scoreCandidates(candidates: Candidates, terms: readonly WeightedTerm[]): Float64Array {
  const scores = new Float64Array(candidates.documents.length);
  for (const { averageLength, weight, matches } of terms) {
    forEachCommon(candidates, matches, (at, { documents, counts, lengths }, place) => {
      const count = counts[place] as number;
      const length = lengths[documents[place] as number] as number;
      scores[at] = (scores[at] as number) + termScore(weight, count, length, averageLength);
    });
  }
  return scores;
}

function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

function termScore(weight: number, count: number, length: number, averageLength: number): number {
  return (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}
