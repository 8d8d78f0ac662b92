import type { TermSpace } from '../catalog/card.ts';
import type { Corpus, TermMatches } from './corpus.ts';
import type { QueryWord } from './query.ts';
import { forEachCommon } from './sorted-lists.ts';

const K1 = 1.5;
const B = 0.75;

/** A term of a query, and all that its part of a score depends on but the document. */
export interface WeightedTerm {
  readonly space: TermSpace;
  readonly averageLength: number;
  readonly idf: number;
  readonly matches: TermMatches;
}

/**
 * The terms of a query that any document has, in query order, repeats kept.
 *
 * @see Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), with 1 added inside the
 * logarithm, so that no weight is negative.
 */
export function weighTerms(corpus: Corpus, query: readonly QueryWord[]): WeightedTerm[] {
  const averageLengths = { words: corpus.averageLength('words'), otherWords: corpus.averageLength('otherWords') };
  return query
    .flatMap(({ space, terms }) => terms.map((term) => ({ space, matches: corpus.find(space, term) })))
    .filter(({ matches }) => matches.documentFrequency > 0)
    .map(({ space, matches }) => ({
      space,
      matches,
      averageLength: averageLengths[space],
      idf: inverseDocumentFrequency(corpus.size, matches.documentFrequency),
    }));
}

/**
 * The BM25 scores of some documents of one group, in their order: k1 = 1.5, b = 0.75, one bag of words, a sum over the
 * terms in query order. Each space counts lengths of its own.
 *
 * @param documents document numbers, ascending.
 */
export function scoreDocuments(
  corpus: Corpus,
  group: number,
  documents: Uint32Array,
  terms: readonly WeightedTerm[],
): Float64Array {
  const scores = new Float64Array(documents.length);
  for (const { space, averageLength, idf, matches } of terms) {
    const postings = matches.byGroup[group];
    const lengths = corpus.groups[group]?.index[space].lengths;
    if (postings === undefined || lengths === undefined) continue;
    forEachCommon(documents, postings, (i, posting) => {
      const count = postings.counts[posting] as number;
      const length = lengths[documents[i] as number] as number;
      scores[i] = (scores[i] as number) + termScore(idf, count, length, averageLength);
    });
  }
  return scores;
}

function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

function termScore(idf: number, count: number, length: number, averageLength: number): number {
  return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}
