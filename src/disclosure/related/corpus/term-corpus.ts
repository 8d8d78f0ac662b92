import { systemClock } from '../../../base/clock.ts';
import type { Catalog, CatalogGroup } from '../../catalog/catalog.ts';
import { frequencyAt, type Mark, postingsAt } from '../../catalog/postings.ts';
import type { Found } from '../../catalog/source-directory.ts';
import type { Vectors } from '../vocabulary/vectors.ts';
import { isRead, readOn, type SourceTerms, sourceTerms, termDirectory } from './source-terms.ts';

/** One source in the corpus. */
export interface TermGroup extends CatalogGroup {
  readonly terms: SourceTerms;
  /** The number of its first document; numbers run through the whole corpus. */
  readonly first: number;
}

/** Where a term is, and in how many documents. */
export interface TermPlaces extends Found {
  readonly documentFrequency: number;
}

/** A catalogue as the related tier reads it: the numbers of exactly the included documents. */
export interface TermCorpus {
  /** How many documents are included. */
  readonly size: number;
  /** How many there are to number, those that are not included as well. */
  readonly numbered: number;
  readonly groups: readonly TermGroup[];
  /** In terms, at least 1. */
  readonly averageLength: number;
  find(term: string): TermPlaces;
}

const open = new WeakMap<Catalog, TermCorpus>();

/** Opens a catalogue; sources that were read before cost next to nothing. */
export function openTerms(catalog: Catalog, vectors: Vectors): TermCorpus {
  const known = open.get(catalog);
  if (known !== undefined) return known;
  const groups: TermGroup[] = [];
  let numbered = 0;
  let length = 0;
  for (const group of catalog.groups) {
    const { definitions, included } = group;
    const terms = sourceTerms(definitions, vectors);
    groups.push({ ...group, terms, first: numbered });
    numbered += definitions.length;
    length += includedLength(terms, included);
  }
  const view = termDirectory.open(groups.map(({ terms }) => terms.place));
  const corpus: TermCorpus = {
    size: catalog.size,
    numbered,
    groups,
    averageLength: Math.max(length / Math.max(catalog.size, 1), 1),
    find: remembering((term) => {
      const found = view.find('terms', term);
      return { ...found, documentFrequency: countDocuments(groups, found) };
    }),
  };
  if (groups.every(({ definitions }) => Object.isFrozen(definitions))) open.set(catalog, corpus);
  return corpus;
}

/** Milliseconds of reading without a break. */
const SLICE_MS = 10;

/**
 * Reads the sources that were not read before, and lets other work have a turn in between: many tools take a while. What
 * was read when the signal aborts is kept.
 */
export async function readSources({ groups }: Catalog, vectors: Vectors, signal?: AbortSignal): Promise<void> {
  let start = systemClock.now();
  for (const { definitions } of groups) {
    while (!isRead(definitions)) {
      readOn(definitions, vectors);
      if (systemClock.now() - start < SLICE_MS) continue;
      await new Promise<void>((resolve) => systemClock.schedule(0, resolve));
      signal?.throwIfAborted();
      start = systemClock.now();
    }
  }
}

/** The group in which a document is. */
export function groupOf({ groups }: TermCorpus, document: number): TermGroup {
  let low = 0;
  let high = groups.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((groups[middle] as TermGroup).first <= document) low = middle;
    else high = middle - 1;
  }
  return groups[low] as TermGroup;
}

const REMEMBERED = 1_024;

/** Remembers the terms that were looked for last, as the words of requests repeat. */
function remembering(find: TermCorpus['find']): TermCorpus['find'] {
  const known = new Map<string, TermPlaces>();
  return (term) => {
    const held = known.get(term);
    if (held !== undefined) return held;
    if (known.size >= REMEMBERED) known.clear();
    const found = find(term);
    known.set(term, found);
    return found;
  };
}

function includedLength({ index }: SourceTerms, included: CatalogGroup['included']): number {
  if (included === 'all') return index.totalLength;
  let sum = 0;
  index.lengths.forEach((length, document) => {
    if (included[document] === 1) sum += length;
  });
  return sum;
}

function countDocuments(groups: readonly TermGroup[], { groups: places, marks }: Found): number {
  let count = 0;
  for (let i = 0; i < places.length; i++)
    count += countIn(groups[places[i] as number] as TermGroup, marks[i] as number);
  return count;
}

function countIn({ terms, included }: TermGroup, mark: Mark): number {
  const frequency = included === 'all' ? frequencyAt(mark) : undefined;
  if (frequency !== undefined) return frequency;
  const { documents, start, end } = postingsAt(terms.index, mark);
  if (included === 'all') return end - start;
  let count = 0;
  for (let place = start; place < end; place++) count += included[documents[place] as number] as number;
  return count;
}
