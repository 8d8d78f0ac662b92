import type { TermCorpus } from './corpus/term-corpus.ts';

/** Words of a request are corrected in catalogues of so many tools at most: more would take too long to look through. */
const MOST_TOOLS = 20_000;
const SHORTEST = 5;
const LONGEST = 24;
/** From so many letters on, two of them may be wrong. */
const TWO_WRONG_FROM = 8;
const MOST_CORRECTIONS = 2;

const vocabularies = new WeakMap<TermCorpus, ReadonlyMap<number, readonly string[]>>();

/**
 * The terms of a catalogue that a word may have been meant for: as many letters wrong, missing, too many or swapped as its
 * length allows; the nearest, of these the most used, at most two. Only terms of this catalogue are known.
 */
export function correctionsOf(term: string, corpus: TermCorpus): readonly string[] {
  if (!/^[a-z]+$/.test(term) || term.length < SHORTEST || term.length > LONGEST) return [];
  if (corpus.size > MOST_TOOLS) return [];
  const wrong = term.length >= TWO_WRONG_FROM ? 2 : 1;
  const found: { readonly other: string; readonly distance: number }[] = [];
  for (let length = term.length - wrong; length <= term.length + wrong; length++) {
    for (const other of vocabularyOf(corpus).get(length) ?? []) {
      const distance = distanceOf(term, other, wrong);
      if (distance <= wrong && corpus.find(other).documentFrequency > 0) found.push({ other, distance });
    }
  }
  const least = Math.min(...found.map(({ distance }) => distance));
  return found
    .filter(({ distance }) => distance === least)
    .map(({ other }) => ({ other, documents: corpus.find(other).documentFrequency }))
    .sort((a, b) => b.documents - a.documents || (a.other < b.other ? -1 : 1))
    .slice(0, MOST_CORRECTIONS)
    .map(({ other }) => other);
}

/** A catalogue's terms by length, put together when first needed. */
function vocabularyOf(corpus: TermCorpus): ReadonlyMap<number, readonly string[]> {
  const known = vocabularies.get(corpus);
  if (known !== undefined) return known;
  const terms = new Set(corpus.groups.flatMap(({ terms: { spellings } }) => spellings.split(' ')));
  const byLength = new Map<number, string[]>();
  for (const term of terms) {
    const held = byLength.get(term.length);
    if (held === undefined) byLength.set(term.length, [term]);
    else held.push(term);
  }
  vocabularies.set(corpus, byLength);
  return byLength;
}

/**
 * How many letters must be changed, put in, left out or swapped with the next to make one word of the other; more than
 * `most` is not counted further.
 *
 * @see Damerau, A Technique for Computer Detection and Correction of Spelling Errors (1964)
 */
function distanceOf(a: string, b: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1) {
        least = Math.min(least, (before[j - 2] as number) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[b.length] as number;
}
