/** A document: how much each of its terms counts. */
export type Bag = ReadonlyMap<string, number>;

/** The two parameters of BM25: how soon a repeated term counts no more, and how much a long document is held back. */
export interface Bm25Options {
  readonly k1: number;
  readonly b: number;
}

/** Some documents, ranked by BM25 without any gate: one shared term is enough. */
export interface Bm25Index {
  /** The best documents, best first, equals in their order. A term that comes twice counts twice. */
  search(terms: readonly string[], options: Bm25Options, limit: number): readonly Scored[];
}

/** A document by its place, and its score, above 0. */
interface Scored {
  readonly document: number;
  readonly score: number;
}

interface Postings {
  readonly documents: number[];
  readonly counts: number[];
}

/** @see Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009) */
export function indexBags(bags: readonly Bag[]): Bm25Index {
  const postings = new Map<string, Postings>();
  const lengths = bags.map((bag, document) => {
    let length = 0;
    for (const [term, count] of bag) {
      const held = postings.get(term) ?? { documents: [], counts: [] };
      postings.set(term, held);
      held.documents.push(document);
      held.counts.push(count);
      length += count;
    }
    return length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  return {
    search(terms, { k1, b }, limit) {
      const scores = new Float64Array(lengths.length);
      for (const { documents, counts } of terms.flatMap((term) => postings.get(term) ?? [])) {
        const weight = Math.log(1 + (lengths.length - documents.length + 0.5) / (documents.length + 0.5));
        documents.forEach((document, i) => {
          const count = counts[i] as number;
          const norm = k1 * (1 - b + (b * (lengths[document] as number)) / average);
          scores[document] = (scores[document] as number) + (weight * count * (k1 + 1)) / (count + norm);
        });
      }
      return best(scores, limit);
    },
  };
}

/** The highest scores above 0. */
function best(scores: Float64Array, limit: number): readonly Scored[] {
  const kept: Scored[] = [];
  scores.forEach((score, document) => {
    let place = kept.length;
    while (place > 0 && (kept[place - 1] as Scored).score < score) place--;
    if (score <= 0 || place >= limit) return;
    kept.splice(place, 0, { document, score });
    if (kept.length > limit) kept.pop();
  });
  return kept;
}

/** Puts terms into a bag, each with this much. */
export function addTerms(bag: Map<string, number>, terms: readonly string[], weight: number): void {
  for (const term of terms) bag.set(term, (bag.get(term) ?? 0) + weight);
}
