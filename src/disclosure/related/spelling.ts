import { compareText } from '../../base/text.ts';
import type { TermCorpus } from './corpus/term-corpus.ts';

/** Words of a request are corrected in catalogues of so many tools at most: more would take too long to look through. */
const MOST_TOOLS = 20_000;
const SHORTEST = 5;
const LONGEST = 24;
/** From so many letters on, two of them may be wrong. */
const TWO_WRONG_FROM = 8;
const MOST_WRONG = 2;
const MOST_CORRECTIONS = 2;

/** Terms of one length, and of each which letters it has. */
interface Terms {
  readonly terms: string[];
  readonly letters: number[];
}

const vocabularies = new WeakMap<TermCorpus, ReadonlyMap<number, Terms>>();

/**
 * The terms of a catalogue that a word may have been meant for: as many letters wrong, missing, too many or swapped as its
 * length allows; the nearest, of these the most used, at most two. Only terms of this catalogue are known.
 */
export function correctionsOf(term: string, corpus: TermCorpus): readonly string[] {
  if (!/^[a-z]+$/.test(term) || term.length < SHORTEST || term.length > LONGEST) return [];
  if (corpus.size > MOST_TOOLS) return [];
  const wrong = term.length >= TWO_WRONG_FROM ? MOST_WRONG : 1;
  const letters = lettersOf(term);
  let least = wrong;
  let nearest: string[] = [];
  for (let length = term.length - wrong; length <= term.length + wrong; length++) {
    const held = vocabularyOf(corpus).get(length);
    held?.terms.forEach((other, place) => {
      // One wrong letter puts at most one in and one out.
      if (ones(letters ^ (held.letters[place] as number)) > 2 * least) return;
      const distance = distanceOf(term, other, least);
      if (distance > least || corpus.find(other).documentFrequency === 0) return;
      if (distance < least) nearest = [];
      least = distance;
      nearest.push(other);
    });
  }
  return nearest
    .map((other) => ({ other, documents: corpus.find(other).documentFrequency }))
    .sort((a, b) => b.documents - a.documents || compareText(a.other, b.other))
    .slice(0, MOST_CORRECTIONS)
    .map(({ other }) => other);
}

/** A catalogue's terms by length, put together when first needed. */
function vocabularyOf(corpus: TermCorpus): ReadonlyMap<number, Terms> {
  const known = vocabularies.get(corpus);
  if (known !== undefined) return known;
  const byLength = new Map<number, Terms>();
  for (const term of new Set(corpus.groups.flatMap(({ terms: { spellings } }) => spellings.split(' ')))) {
    const held = byLength.get(term.length) ?? { terms: [], letters: [] };
    byLength.set(term.length, held);
    held.terms.push(term);
    held.letters.push(lettersOf(term));
  }
  vocabularies.set(corpus, byLength);
  return byLength;
}

/** The letters that a term has, one bit each. */
function lettersOf(term: string): number {
  let letters = 0;
  for (let i = 0; i < term.length; i++) letters |= 1 << (term.charCodeAt(i) - 0x61);
  return letters;
}

function ones(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Room for distances, as words are compared by the thousand. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST + MOST_WRONG + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * How many letters must be changed, put in, left out or swapped with the next to make one word of the other; more than
 * `most` is not counted further. So only places that are no further apart than that are compared.
 *
 * @see Damerau, A Technique for Computer Detection and Correction of Spelling Errors (1964)
 */
function distanceOf(a: string, b: string, most: number): number {
  let [before, above, row] = ROWS;
  for (let j = 0; j <= b.length; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row.fill(most + 1);
    row[0] = i;
    let nearest = i;
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let least = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + same);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        least = Math.min(least, (before[j - 2] as number) + 1);
      }
      row[j] = least;
      nearest = Math.min(nearest, least);
    }
    if (nearest > most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return above[b.length] as number;
}
