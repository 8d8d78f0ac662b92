import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { type Catalog, type CatalogGroup, isIncluded } from '../catalog/catalog.ts';
import { frequencyAt, type Postings, postingsAt, type TermIndex, type TermSpace } from '../catalog/postings.ts';
import type { DirectoryView, Found, Place } from '../catalog/source-directory.ts';
import { nameKey, type SourceIndex, sourceDirectory, sourceIndex } from '../catalog/source-index.ts';
import type { DocumentSet } from './candidates.ts';

/** One source in the corpus. */
interface CorpusGroup extends CatalogGroup {
  readonly index: SourceIndex;
}

/** The documents that have a term. */
export type TermMatches = DocumentSet<Postings>;

/** A catalogue as a search reads it: the numbers of exactly the included documents, from the postings of their sources. */
export interface Corpus {
  readonly size: number;
  readonly groups: readonly CorpusGroup[];
  /** The average length of a document in one term space, at least 1. */
  averageLength(space: TermSpace): number;
  /** Looked up once a corpus, however often it is asked for. Reads the sources that have the term, and no other. */
  find(space: TermSpace, term: string): TermMatches;
  /** The tools that have a name, in catalogue order; others may be among them by chance. */
  maybeNamed(name: string): readonly ToolDefinition[];
}

/** What all searches of one catalogue share. */
interface OpenCatalog {
  readonly groups: readonly CorpusGroup[];
  readonly view: DirectoryView<TermSpace | 'names'>;
  readonly averageLengths: Readonly<Record<TermSpace, number>>;
  find(space: TermSpace, term: string): TermMatches;
}

/** Words of which a catalogue remembers where they are, had each of them all its sources. */
const REMEMBERED = 64;

const openCatalogs = new WeakMap<Catalog, OpenCatalog>();

/** Opens a catalogue for one search. */
export function openCorpus(catalog: Catalog): Corpus {
  const { groups, view, averageLengths, find } = openCatalogs.get(catalog) ?? openCatalog(catalog);
  const found = { words: new Map<string, TermMatches>(), otherWords: new Map<string, TermMatches>() };
  return {
    size: catalog.size,
    groups,
    averageLength: (space) => averageLengths[space],
    find(space, term) {
      const matches = found[space].get(term) ?? find(space, term);
      found[space].set(term, matches);
      return matches;
    },
    maybeNamed(name) {
      const { groups: places, marks } = view.find('names', nameKey(name));
      return Array.from(places).flatMap((place, i) => {
        const group = groups[place] as CorpusGroup;
        const document = marks[i] as number;
        return isIncluded(group, document) ? [group.definitions[document] as ToolDefinition] : [];
      });
    },
  };
}

function openCatalog(catalog: Catalog): OpenCatalog {
  const groups: CorpusGroup[] = [];
  const places: Place[] = [];
  const lengths = { words: 0, otherWords: 0 };
  for (const { definitions, included } of catalog.groups) {
    const index = sourceIndex(definitions);
    groups.push({ definitions, included, index });
    places.push(index.place);
    lengths.words += totalLength(index.words, included);
    lengths.otherWords += totalLength(index.otherWords, included);
  }
  const view = sourceDirectory.open(places);
  const opened: OpenCatalog = {
    groups,
    view,
    averageLengths: {
      words: Math.max(lengths.words / catalog.size, 1),
      otherWords: Math.max(lengths.otherWords / catalog.size, 1),
    },
    find: remembering(groups.length, (space, term) => matchesOf(groups, space, view.find(space, term))),
  };
  openCatalogs.set(catalog, opened);
  return opened;
}

/**
 * Remembers what was found, as common words come in nearly every query and are in nearly every source. When that is as much
 * as {@link REMEMBERED} words in all groups, it begins anew.
 */
function remembering(groups: number, find: OpenCatalog['find']): OpenCatalog['find'] {
  const room = REMEMBERED * (groups + 1);
  const known = { words: new Map<string, TermMatches>(), otherWords: new Map<string, TermMatches>() };
  let taken = 0;
  return (space, term) => {
    const held = known[space].get(term);
    if (held !== undefined) return held;
    const matches = find(space, term);
    taken += matches.groups.length + 1;
    if (taken > room) {
      for (const each of [known.words, known.otherWords]) each.clear();
      taken = 0;
    }
    known[space].set(term, matches);
    return matches;
  };
}

function totalLength({ lengths, totalLength: all }: TermIndex, included: CatalogGroup['included']): number {
  if (included === 'all') return all;
  let sum = 0;
  for (let document = 0; document < lengths.length; document++) {
    if (included[document] === 1) sum += lengths[document] as number;
  }
  return sum;
}

function matchesOf(groups: readonly CorpusGroup[], space: TermSpace, { groups: places, marks }: Found): TermMatches {
  let documentFrequency = 0;
  for (let i = 0; i < places.length; i++) {
    documentFrequency += countIncluded(groups[places[i] as number] as CorpusGroup, space, marks[i] as number);
  }
  return {
    groups: places,
    documentFrequency,
    at: (i) => postingsAt((groups[places[i] as number] as CorpusGroup).index[space], marks[i] as number),
  };
}

function countIncluded({ index, included }: CorpusGroup, space: TermSpace, mark: number): number {
  const frequency = included === 'all' ? frequencyAt(mark) : undefined;
  if (frequency !== undefined) return frequency;
  const { documents, start, end } = postingsAt(index[space], mark);
  if (included === 'all') return end - start;
  let count = 0;
  for (let place = start; place < end; place++) count += included[documents[place] as number] as number;
  return count;
}
