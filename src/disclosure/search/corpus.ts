import type { Catalog, CatalogGroup } from '../catalog/catalog.ts';
import { findPostings, type Postings, type TermSpace } from '../catalog/postings.ts';
import { type SourceIndex, sourceIndex } from '../catalog/source-index.ts';

/** One source in the corpus. */
interface CorpusGroup extends CatalogGroup {
  readonly index: SourceIndex;
}

/** Where a term occurs. */
export interface TermMatches {
  /** How many documents of the corpus have it. */
  readonly documentFrequency: number;
  /** For each group of the corpus, the included documents that have it. */
  readonly byGroup: readonly (Postings | undefined)[];
}

/** A catalogue as a search reads it: the numbers of exactly the included documents, from the postings of their sources. */
export interface Corpus {
  readonly size: number;
  readonly groups: readonly CorpusGroup[];
  /** The average length of a document in one term space, at least 1. */
  averageLength(space: TermSpace): number;
  /** Looked up once a corpus, however often it is asked for. */
  find(space: TermSpace, term: string): TermMatches;
}

/** Opens a catalogue for one search. Of the postings, only those of terms that are asked for are read. */
export function openCorpus(catalog: Catalog): Corpus {
  const groups = catalog.groups.map((group) => ({ ...group, index: sourceIndex(group.definitions) }));
  const size = catalog.tools.length;
  const found = { words: new Map<string, TermMatches>(), otherWords: new Map<string, TermMatches>() };
  return {
    size,
    groups,
    averageLength(space) {
      return Math.max(groups.reduce((sum, group) => sum + totalLength(group, space), 0) / size, 1);
    },
    find(space, term) {
      const matches = found[space].get(term) ?? findIn(groups, space, term);
      found[space].set(term, matches);
      return matches;
    },
  };
}

function totalLength({ included, index }: CorpusGroup, space: TermSpace): number {
  const { lengths, totalLength: all } = index[space];
  return included === 'all' ? all : lengths.reduce((sum, length, i) => (included[i] === 1 ? sum + length : sum), 0);
}

function findIn(groups: readonly CorpusGroup[], space: TermSpace, term: string): TermMatches {
  let documentFrequency = 0;
  const byGroup = groups.map(({ index, included }) => {
    const all = findPostings(index[space], term);
    const postings = all === undefined || included === 'all' ? all : onlyIncluded(all, included);
    if (postings !== undefined) documentFrequency += postings.end - postings.start;
    return postings;
  });
  return { byGroup, documentFrequency };
}

function onlyIncluded(postings: Postings, included: Uint8Array): Postings {
  const documents = postings.documents.subarray(postings.start, postings.end);
  const counts = postings.counts.subarray(postings.start, postings.end);
  const isIncluded = (_: number, i: number) => included[documents[i] as number] === 1;
  const kept = documents.filter(isIncluded);
  return { documents: kept, counts: counts.filter(isIncluded), start: 0, end: kept.length };
}
