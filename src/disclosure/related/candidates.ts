import { isIncluded } from '../catalog/catalog.ts';
import { postingsAt } from '../catalog/postings.ts';
import { likenessOf } from './corpus/document-vectors.ts';
import type { TermCorpus, TermGroup, TermPlaces } from './corpus/term-corpus.ts';
import type { RequestWord } from './request.ts';
import { saturated, weightOfWords } from './saturation.ts';
import type { Vectors } from './vocabulary/vectors.ts';

/** Documents that are looked at closely. */
const MOST_CANDIDATES = 24;

/** Postings that are read at most, those of the rarest words first; a catalogue of some thousand tools never has as many. */
const MOST_POSTINGS = 30_000;

/** Documents whose meaning is compared at most: beyond, only those of the sources nearest in meaning. */
const MOST_COMPARED = 6_000;

/** How much a likeness of meaning counts beside the words. */
const MEANING = 0.8;

/** The documents that are worth a closer look: by words and by meaning together, ascending. */
export function findCandidates(
  corpus: TermCorpus,
  words: readonly RequestWord[],
  request: Float64Array,
  vectors: Vectors,
): readonly number[] {
  const scores = scoreWords(corpus, words);
  addMeaning(corpus, request, vectors, scores);
  return best(scores, MOST_CANDIDATES).sort((a, b) => a - b);
}

/** BM25 sums, divided by the weight of all words: from 0 to about 3. */
function scoreWords(corpus: TermCorpus, words: readonly RequestWord[]): Float64Array {
  const scores = new Float64Array(corpus.numbered);
  const total = words.reduce((sum, { weight }) => sum + weight, 0) / weightOfWords(words.length);
  let read = 0;
  for (const { senses, weight } of [...words].sort((a, b) => b.weight - a.weight)) {
    if (read >= MOST_POSTINGS) break;
    for (const { weight: share, places } of senses) {
      read += addPostings(corpus, places, (share * weight) / total, scores);
    }
  }
  return scores;
}

/** Adds what a term gives to each document that has it, and tells how many postings that took. */
function addPostings(corpus: TermCorpus, { groups, marks }: TermPlaces, weight: number, scores: Float64Array): number {
  let read = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = corpus.groups[groups[i] as number] as TermGroup;
    const { documents, counts, lengths, start, end } = postingsAt(group.terms.index, marks[i] as number);
    read += end - start;
    for (let place = start; place < end; place++) {
      const document = documents[place] as number;
      if (!isIncluded(group, document)) continue;
      const gain = saturated(counts[place] as number, lengths[document] as number, corpus.averageLength);
      scores[group.first + document] = (scores[group.first + document] as number) + gain * weight;
    }
  }
  return read;
}

function addMeaning(corpus: TermCorpus, request: Float64Array, { dimensions }: Vectors, scores: Float64Array): void {
  const compared = corpus.numbered <= MOST_COMPARED ? corpus.groups : nearest(corpus.groups, request);
  for (const group of compared) {
    for (let document = 0; document < group.definitions.length; document++) {
      if (!isIncluded(group, document)) continue;
      const likeness = likenessOf(group.terms.vectors, document, request, dimensions);
      const at = group.first + document;
      if (likeness > 0) scores[at] = (scores[at] as number) + MEANING * likeness;
    }
  }
}

/** The sources nearest in meaning, as long as they have no more than {@link MOST_COMPARED} documents; the first in any case. */
function nearest(groups: readonly TermGroup[], request: Float64Array): readonly TermGroup[] {
  const likeness = new Map(groups.map((group) => [group, dot(group.terms.vectors.mean, request)]));
  let room = MOST_COMPARED;
  return [...groups]
    .sort((a, b) => (likeness.get(b) as number) - (likeness.get(a) as number) || a.first - b.first)
    .filter(({ definitions }) => {
      const fits = definitions.length <= room || room === MOST_COMPARED;
      if (fits) room -= definitions.length;
      return fits;
    });
}

function dot(a: Float32Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] as number) * (b[k] as number);
  return sum;
}

/** The places of the greatest numbers above 0, greatest first; of equal ones the first. */
export function best(scores: Float64Array, count: number): number[] {
  const kept: number[] = [];
  let least = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    if (score <= least) continue;
    let place = kept.length;
    while (place > 0 && (scores[kept[place - 1] as number] as number) < score) place--;
    kept.splice(place, 0, at);
    if (kept.length > count) kept.pop();
    if (kept.length === count) least = scores[kept[count - 1] as number] as number;
  }
  return kept;
}
