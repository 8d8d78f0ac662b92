import { postingsAt, slotOf } from '../catalog/postings.ts';
import { firstNotBelow } from '../search/sorted-lists.ts';
import { likenessOf } from './corpus/document-vectors.ts';
import { groupOf, type TermCorpus, type TermGroup } from './corpus/term-corpus.ts';
import { IN_NAME, IN_OPENING, IN_SOURCE } from './corpus/term-flags.ts';
import type { RequestWord } from './request.ts';
import { saturated, weightOfWords } from './saturation.ts';
import type { Vectors } from './vocabulary/vectors.ts';
import type { WordLikeness } from './word-likeness.ts';

/**
 * What speaks for a document, each a number from 0 to about 1 (`words` to about 3). The first four are shares of the weight of
 * the request's words.
 */
export interface Features {
  /** Words it has, the more often the better; more for a request of many words. */
  readonly words: number;
  /** Words that are in its name. */
  readonly name: number;
  /** Words that are in the first sentence of its description. */
  readonly opening: number;
  /** Words that are in its source's label. */
  readonly source: number;
  /** Words it has not, but another that is near in meaning, by how near. */
  readonly near: number;
  /** How much of its name the request has, literally or nearly. */
  readonly named: number;
  /** How near its meaning as a whole is to the request's. */
  readonly meaning: number;
}

/** One document that was looked at closely. */
export interface Evidence {
  readonly document: number;
  readonly features: Features;
  /** For each word of the request 1 when it has the word, else how near another of its terms comes: 0 to below 1. */
  readonly matches: Float64Array;
}

/** A request as it is compared with documents. */
export interface Request {
  readonly words: readonly RequestWord[];
  /** What it means: a vector of length 1, or zero. */
  readonly meaning: Float64Array;
  readonly likeness: WordLikeness;
}

/** Looks at some documents closely. */
export function examine(
  corpus: TermCorpus,
  { words, meaning, likeness }: Request,
  documents: readonly number[],
  { dimensions }: Vectors,
): readonly Evidence[] {
  const slotsIn = wordsBySlot(corpus, words);
  return documents.map((document) => {
    const group = groupOf(corpus, document);
    const local = document - group.first;
    const { hits, named } = compareTerms(group, local, slotsIn(group), likeness, words.length);
    const features = {
      ...sumUp(words, hits, group.terms.index.lengths[local] as number, corpus.averageLength),
      named,
      meaning: likenessOf(group.terms.vectors, local, meaning, dimensions),
    };
    return { document, features, matches: hits.near };
  });
}

/** What a document has of each word of a request. */
interface Hits {
  /** How often. */
  readonly counts: Float64Array;
  /** Where. */
  readonly flags: Uint8Array;
  /** 1 for a word it has, else how near another of its terms comes. */
  readonly near: Float64Array;
}

/** Goes through a document's terms once. */
function compareTerms(
  group: TermGroup,
  document: number,
  slots: ReadonlyMap<number, readonly SlotHit[]>,
  likeness: WordLikeness,
  words: number,
): { readonly hits: Hits; readonly named: number } {
  const { terms } = group;
  const hits = { counts: new Float64Array(words), flags: new Uint8Array(words), near: new Float64Array(words) };
  let named = 0;
  let name = 0;
  for (let at = terms.starts[document] as number; at < (terms.starts[document + 1] as number); at++) {
    const slot = terms.slots[at] as number;
    const flag = terms.flags[at] as number;
    const found = slots.get(slot);
    if (found !== undefined) takeIn(hits, found, flag, group, document);
    if (flag === 0) continue;
    const row = terms.rows[slot] as number;
    const nearest = raise(hits.near, likeness.toWords(row));
    if ((flag & IN_NAME) === 0) continue;
    const importance = likeness.importance(row);
    name += importance;
    named += importance * (found === undefined ? nearest : 1);
  }
  return { hits, named: name === 0 ? 0 : named / name };
}

function takeIn(hits: Hits, found: readonly SlotHit[], flag: number, group: TermGroup, document: number): void {
  for (const { word, share, mark } of found) {
    hits.counts[word] = (hits.counts[word] as number) + share * countAt(group, mark, document);
    hits.flags[word] = (hits.flags[word] as number) | flag;
  }
}

/** Raises numbers to others where those are greater, and tells the greatest of these. */
function raise(numbers: Float64Array, others: Float64Array): number {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) {
    const other = others[i] as number;
    if (other > (numbers[i] as number)) numbers[i] = other;
    if (other > most) most = other;
  }
  return most;
}

/** The features that are shares of the weight of all words. */
function sumUp(
  words: readonly RequestWord[],
  { counts, flags, near }: Hits,
  length: number,
  averageLength: number,
): Omit<Features, 'named' | 'meaning'> {
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const sums = { words: 0, name: 0, opening: 0, source: 0, near: 0 };
  words.forEach(({ weight }, word) => {
    const share = weight / total;
    const count = counts[word] as number;
    if (count === 0) {
      sums.near += share * (near[word] as number);
      return;
    }
    near[word] = 1;
    const flag = flags[word] as number;
    sums.words += share * saturated(count, length, averageLength);
    if (flag & IN_NAME) sums.name += share;
    if (flag & IN_OPENING) sums.opening += share;
    if (flag & IN_SOURCE) sums.source += share;
  });
  return { ...sums, words: sums.words * weightOfWords(words.length) };
}

interface SlotHit {
  readonly word: number;
  readonly share: number;
  readonly mark: number;
}

/** For a group, which of its slots are terms of the request. */
function wordsBySlot(
  { groups }: TermCorpus,
  words: readonly RequestWord[],
): (group: TermGroup) => ReadonlyMap<number, readonly SlotHit[]> {
  const made = new Map<TermGroup, Map<number, SlotHit[]>>();
  return (group) => {
    const known = made.get(group);
    if (known !== undefined) return known;
    const slots = new Map<number, SlotHit[]>();
    const at = groups.indexOf(group);
    words.forEach(({ senses }, word) => {
      for (const { weight: share, places } of senses) {
        const place = firstNotBelow(places.groups, 0, places.groups.length, at);
        if (places.groups[place] !== at) continue;
        const mark = places.marks[place] as number;
        const slot = slotOf(mark);
        slots.set(slot, [...(slots.get(slot) ?? []), { word, share, mark }]);
      }
    });
    made.set(group, slots);
    return slots;
  };
}

function countAt({ terms }: TermGroup, mark: number, document: number): number {
  const { documents, counts, start, end } = postingsAt(terms.index, mark);
  return counts[firstNotBelow(documents, start, end, document)] as number;
}
