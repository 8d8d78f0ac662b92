import type { Corpus } from './corpus.ts';
import type { QueryWord } from './query.ts';
import type { Stretch } from './sorted-lists.ts';

/** The documents in which a word of the query counts as present. */
export interface Presence {
  readonly documentFrequency: number;
  /** For each group of the corpus, document numbers. */
  readonly byGroup: readonly (Stretch | undefined)[];
}

/**
 * Where a word is present: where its term is. A Chinese, Japanese or Korean run is present where all its pairs are; where
 * no document has them all, it is present where at least half are.
 */
export function presenceOf(corpus: Corpus, { space, terms }: QueryWord): Presence {
  const pairs = [...new Set(terms)].map((term) => corpus.find(space, term));
  const [first, ...others] = pairs;
  if (first !== undefined && others.length === 0) return first;
  const found = corpus.groups.map((_, group) => countPairs(pairs.map((pair) => pair.byGroup[group])));
  const all = withAtLeast(pairs.length, found);
  return all.documentFrequency > 0 ? all : withAtLeast(pairs.length / 2, found);
}

/** How many of the pairs each document has. */
function countPairs(stretches: readonly (Stretch | undefined)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const stretch of stretches) {
    for (const document of stretch?.documents.subarray(stretch.start, stretch.end) ?? []) {
      counts.set(document, (counts.get(document) ?? 0) + 1);
    }
  }
  return counts;
}

function withAtLeast(needed: number, found: readonly ReadonlyMap<number, number>[]): Presence {
  let documentFrequency = 0;
  const byGroup = found.map((counts) => {
    const kept = [...counts].filter(([, count]) => count >= needed).map(([document]) => document);
    documentFrequency += kept.length;
    return { documents: Uint32Array.from(kept).sort(), start: 0, end: kept.length };
  });
  return { byGroup, documentFrequency };
}
