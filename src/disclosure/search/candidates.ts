import { type CatalogGroup, isIncluded } from '../catalog/catalog.ts';
import type { Numbers } from '../catalog/postings.ts';
import { firstNotBelow } from './sorted-lists.ts';

/** A stretch of a list of document numbers, ascending. */
export interface Stretch {
  readonly documents: Numbers;
  readonly start: number;
  /** The first place behind the stretch. */
  readonly end: number;
}

/** Some documents of a corpus, by group. */
export interface DocumentSet<Documents extends Stretch = Stretch> {
  /** The groups that may have any, ascending. */
  readonly groups: Uint32Array;
  /** How many documents there are in all, without those that the catalogue leaves out. */
  readonly documentFrequency: number;
  /** The documents of the group at a place of `groups`. Some may be left out of the catalogue. */
  at(place: number): Documents;
}

/** The documents among which a query's answers are: one list, group by group. */
export interface Candidates {
  readonly groups: Uint32Array;
  /** Where the documents of each group start; they reach to the next start. */
  readonly starts: Uint32Array;
  /** Ascending within a group. */
  readonly documents: Uint32Array;
}

export const NO_CANDIDATES: Candidates = {
  groups: new Uint32Array(),
  starts: new Uint32Array(1),
  documents: new Uint32Array(),
};

/** All documents of a set that are in the catalogue. */
export function candidatesOf(
  { groups, documentFrequency, at }: DocumentSet,
  catalogGroups: readonly CatalogGroup[],
): Candidates {
  const starts = new Uint32Array(groups.length + 1);
  const all = new Uint32Array(documentFrequency);
  let count = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = catalogGroups[groups[i] as number] as CatalogGroup;
    const { documents, start, end } = at(i);
    for (let place = start; place < end; place++) {
      const document = documents[place] as number;
      if (isIncluded(group, document)) all[count++] = document;
    }
    starts[i + 1] = count;
  }
  return { groups, starts, documents: all };
}

/** The same documents as a set. */
export function setOf({ groups, starts, documents }: Candidates): DocumentSet {
  return {
    groups,
    documentFrequency: documents.length,
    at: (place) => ({ documents, start: starts[place] as number, end: starts[place + 1] as number }),
  };
}

/** The candidates that are in so many of the sets. */
export function keepCommon(candidates: Candidates, sets: readonly DocumentSet[], needed: number): Candidates {
  const { groups, starts, documents } = candidates;
  const having = new Uint32Array(documents.length);
  for (const set of sets) {
    forEachCommon(candidates, set, (at) => {
      having[at] = (having[at] as number) + 1;
    });
  }
  const kept = new Uint32Array(documents.length);
  const keptStarts = new Uint32Array(starts.length);
  let count = 0;
  for (let i = 0; i < groups.length; i++) {
    for (let at = starts[i] as number; at < (starts[i + 1] as number); at++) {
      if ((having[at] as number) >= needed) kept[count++] = documents[at] as number;
    }
    keptStarts[i + 1] = count;
  }
  return { groups, starts: keptStarts, documents: kept.subarray(0, count) };
}

/**
 * Calls `visit` for each candidate that is in a set too, in order: with its place in the list, and where the set has it.
 * Skips through both, so that a few candidates cost little against many documents.
 */
export function forEachCommon<Documents extends Stretch>(
  { groups, starts, documents }: Candidates,
  set: DocumentSet<Documents>,
  visit: (at: number, stretch: Documents, place: number) => void,
): void {
  const end = set.groups.length;
  let next = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] as number;
    next = firstNotBelow(set.groups, next, end, group);
    if (next === end) return;
    if (set.groups[next] !== group || starts[i] === starts[i + 1]) continue;
    const stretch = set.at(next);
    let place = stretch.start;
    for (let at = starts[i] as number; at < (starts[i + 1] as number); at++) {
      const document = documents[at] as number;
      place = firstNotBelow(stretch.documents, place, stretch.end, document);
      if (place === stretch.end) break;
      if (stretch.documents[place] === document) visit(at, stretch, place);
    }
  }
}
