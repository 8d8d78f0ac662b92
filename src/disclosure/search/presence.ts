import { isIncluded } from '../catalog/catalog.ts';
import { type Candidates, candidatesOf, type DocumentSet, keepCommon, setOf } from './candidates.ts';
import type { Corpus } from './corpus.ts';
import type { QueryWord } from './query.ts';

/**
 * Where a word is present: where its term is. A Chinese, Japanese or Korean run is present where all its pairs are; where
 * no document has them all, it is present where at least half are.
 */
export function presenceOf(corpus: Corpus, { space, terms }: QueryWord): DocumentSet {
  const pairs: readonly DocumentSet[] = [...new Set(terms)].map((term) => corpus.find(space, term));
  const rarest = pairs.reduce(rarer);
  if (pairs.length === 1) return rarest;
  const all = keepCommon(candidatesOf(rarest, corpus.groups), pairs, pairs.length);
  return setOf(all.documents.length > 0 ? all : withAtLeast(pairs.length / 2, corpus, pairs));
}

/** The one of two sets that has fewer documents; the first when they have as many. */
export function rarer(first: DocumentSet, second: DocumentSet): DocumentSet {
  return second.documentFrequency < first.documentFrequency ? second : first;
}

function withAtLeast(needed: number, corpus: Corpus, pairs: readonly DocumentSet[]): Candidates {
  const counts = countPairs(corpus, pairs);
  const groups = Uint32Array.from(counts.keys()).sort();
  const documents: number[] = [];
  const starts = [0];
  for (const group of groups) {
    const ofGroup = corpus.groups[group] as Corpus['groups'][number];
    counts.get(group)?.forEach((count, document) => {
      if (count >= needed && isIncluded(ofGroup, document)) documents.push(document);
    });
    starts.push(documents.length);
  }
  return { groups, starts: Uint32Array.from(starts), documents: Uint32Array.from(documents) };
}

/** For each group that has any of the pairs, how many of them each of its documents has. */
function countPairs({ groups }: Corpus, pairs: readonly DocumentSet[]): ReadonlyMap<number, Uint32Array> {
  const byGroup = new Map<number, Uint32Array>();
  for (const pair of pairs) {
    pair.groups.forEach((group, place) => {
      const counts = byGroup.get(group) ?? new Uint32Array(groups[group]?.definitions.length ?? 0);
      byGroup.set(group, counts);
      const { documents, start, end } = pair.at(place);
      for (let i = start; i < end; i++) {
        const document = documents[i] as number;
        counts[document] = (counts[document] as number) + 1;
      }
    });
  }
  return byGroup;
}
