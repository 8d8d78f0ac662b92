/** What `vectors.data.ts` exports: made by `scripts/vocabulary/make-vectors.ts`. */
export interface PackedVectors {
  /** How many numbers a vector has. */
  readonly DIMENSIONS: number;
  /** What a step of a packed number is worth. */
  readonly SCALE: number;
  /** The stems, sorted by code unit, with one space between them. */
  readonly STEMS: string;
  /** For each stem, in the same order, the letter of `NUMBERS` for each dimension. */
  readonly ROWS: string;
  /** For each stem, in the same order, one letter of `NUMBERS`: the step of {@link Vectors.shares | its share}. */
  readonly SHARES: string;
}

/** A vector for each of many English stems: stems that are used for the same things lie in the same direction. */
export interface Vectors {
  readonly dimensions: number;
  /** The row of a stem, -1 when there is none. It takes a binary search: remember it rather than ask twice. */
  find(stem: string): number;
  /** Row after row, whole numbers: the vectors divided by `scale`. A longer vector says more about what a tool does. */
  readonly rows: Int8Array;
  readonly scale: number;
  /** The share of a catalogue's tools that have each stem, 0 to 1: a mean of many catalogues. */
  readonly shares: Float32Array;
}

/** The letters that numbers are written with, smallest first: printable ASCII that no string literal has to escape. */
export const NUMBERS: string = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i))
  .filter((letter) => !'\'"`\\$'.includes(letter))
  .slice(0, 89)
  .join('');

/** The number that is written as the letter in the middle is zero; as many lie below it as above. */
export const MOST: number = (NUMBERS.length - 1) / 2;

/** Shares are told apart on a scale of logarithms, down to this one. */
const LEAST_SHARE = 0.0005;
const STEPS_OF_SHARES = 11;

/** The step that a share is packed as. */
export function shareStep(share: number): number {
  return -STEPS_OF_SHARES * Math.log(share + LEAST_SHARE);
}

function shareAt(step: number): number {
  return Math.max(0, Math.exp(-step / STEPS_OF_SHARES) - LEAST_SHARE);
}

/** Unpacks the table. Takes some milliseconds, so do it once. */
export function openVectors({ DIMENSIONS, SCALE, STEMS, ROWS, SHARES }: PackedVectors): Vectors {
  const values = new Uint8Array(128);
  for (let i = 0; i < NUMBERS.length; i++) values[NUMBERS.charCodeAt(i)] = i;
  const rows = new Int8Array(ROWS.length);
  for (let i = 0; i < rows.length; i++) rows[i] = (values[ROWS.charCodeAt(i)] ?? 0) - MOST;
  const shares = Float32Array.from(SHARES, (letter) => shareAt(values[letter.charCodeAt(0)] ?? 0));
  const starts = startsOf(STEMS, shares.length);
  return { dimensions: DIMENSIONS, scale: SCALE, rows, shares, find: (stem) => findRow(STEMS, starts, stem) };
}

/** Where each stem begins, and where one more would. */
function startsOf(stems: string, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  let at = 0;
  for (let i = 1; i < count; i++) {
    at = stems.indexOf(' ', at) + 1;
    starts[i] = at;
  }
  starts[count] = stems.length + 1;
  return starts;
}

function findRow(stems: string, starts: Uint32Array, stem: string): number {
  let low = 0;
  let high = starts.length - 2;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(stems, starts[middle] ?? 0, (starts[middle + 1] ?? 0) - 1, stem);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Compares the text from `start` to `end` with a stem, by code unit. */
function compareAt(text: string, start: number, end: number, stem: string): number {
  const shorter = Math.min(end - start, stem.length);
  for (let i = 0; i < shorter; i++) {
    const difference = text.charCodeAt(start + i) - stem.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return end - start - stem.length;
}
