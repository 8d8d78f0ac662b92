/** A set of code points: inclusive ranges in rising order that don't touch. */
export type CharSet = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;
/** A set of more pieces counts as everything, so that comparing two sets stays cheap. */
const MAX_RANGES = 40;

/** Every code point. */
export const ANYTHING: CharSet = [[0, LAST]];

/** What `\d` stands for. */
export const DIGIT: CharSet = [[0x30, 0x39]];

/** What `\w` stands for. */
export const WORD: CharSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** What `\s` stands for. */
export const SPACE: CharSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** What `.` stands for. */
export const NOT_LINE_END: CharSet = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

/** The set of all code points in some ranges, in any order. */
export function union(ranges: CharSet): CharSet {
  const out: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const previous = out.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else out.push([first, last]);
  }
  return out;
}

/** Everything that is not in the set. */
export function complement(set: CharSet): CharSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) out.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) out.push([next, LAST]);
  return out;
}

/** The set itself, or everything when it has too many pieces. */
export function simplified(set: CharSet): CharSet {
  return set.length > MAX_RANGES ? ANYTHING : set;
}

/** What is in both sets. */
export function intersection(a: CharSet, b: CharSet): CharSet {
  const out: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const [firstA, lastA] = a[i] as readonly [number, number];
    const [firstB, lastB] = b[j] as readonly [number, number];
    const first = Math.max(firstA, firstB);
    const last = Math.min(lastA, lastB);
    if (first <= last) out.push([first, last]);
    if (lastA < lastB) i++;
    else j++;
  }
  return out;
}

/** Whether some code point is in both sets. */
export function overlaps(a: CharSet, b: CharSet): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const [firstA, lastA] = a[i] as readonly [number, number];
    const [firstB, lastB] = b[j] as readonly [number, number];
    if (firstA <= lastB && firstB <= lastA) return true;
    if (lastA < lastB) i++;
    else j++;
  }
  return false;
}
