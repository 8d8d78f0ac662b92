import type { RequestWord } from './request.ts';
import type { Vectors } from './vocabulary/vectors.ts';

/** Likenesses up to here say nothing; from here on they count, growing to 1. */
const FLOOR = 0.3;

/** What a term without a vector weighs in a name: such are names of products and the like. */
const UNKNOWN_IMPORTANCE = 1;

/** How near the words of one request are to terms of documents. */
export interface WordLikeness {
  /** For each word, how near the term with this row is: 0 to 1. Worked out once a row. */
  toWords(row: number): Float64Array;
  /** How much the term with this row says. */
  importance(row: number): number;
}

/** Compares the words of one request with terms, remembering each. */
export function wordLikeness(words: readonly RequestWord[], { dimensions, rows, scale }: Vectors): WordLikeness {
  const known = new Map<number, Float64Array>();
  const nothing = new Float64Array(words.length);
  const directions = directionsOf(words, dimensions);
  const row = new Float64Array(dimensions);
  const load = (index: number): number => {
    let squares = 0;
    for (let k = 0, at = index * dimensions; k < dimensions; k++, at++) {
      const value = rows[at] as number;
      row[k] = value;
      squares += value * value;
    }
    return Math.sqrt(squares);
  };
  const compare = (index: number): Float64Array => {
    const length = load(index) || 1;
    const found = new Float64Array(words.length);
    for (let word = 0, at = 0; word < found.length; word++) {
      let sum = 0;
      for (let k = 0; k < dimensions; k++, at++) sum += (directions[at] as number) * (row[k] as number);
      found[word] = Math.max(0, (sum / length - FLOOR) / (1 - FLOOR));
    }
    return found;
  };
  return {
    toWords(index) {
      if (index < 0) return nothing;
      const held = known.get(index) ?? compare(index);
      known.set(index, held);
      return held;
    },
    importance: (index) => (index < 0 ? UNKNOWN_IMPORTANCE : load(index) * scale),
  };
}

/** The words' vectors, each brought to length 1, one behind the other. */
function directionsOf(words: readonly RequestWord[], dimensions: number): Float64Array {
  const directions = new Float64Array(words.length * dimensions);
  words.forEach(({ vector }, word) => {
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (length > 0)
      directions.set(
        vector.map((value) => value / length),
        word * dimensions,
      );
  });
  return directions;
}
