import { LETTER_RANGES } from './letter-ranges.data.ts';

/** A group of {@link LETTER_RANGES}: a script, or the marks and letters that go with any. */
export type Script = keyof typeof LETTER_RANGES;

const SCRIPTS = Object.keys(LETTER_RANGES) as Script[];

const ROWS = SCRIPTS.flatMap((script) =>
  LETTER_RANGES[script].split(' ').map((range) => {
    const [start = '', end = start] = range.split('-');
    return { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16), script };
  }),
).sort((a, b) => a.start - b.start);

const STARTS = Uint32Array.from(ROWS, (row) => row.start);

/** The script a code point is a letter or mark of; `undefined` for everything else. */
export function scriptOf(codePoint: number): Script | undefined {
  if (codePoint < 0x80) return isAsciiLetter(codePoint) ? 'latin' : undefined;
  let low = 0;
  let high = STARTS.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((STARTS[middle] as number) <= codePoint) low = middle + 1;
    else high = middle;
  }
  const row = ROWS[low - 1];
  return row !== undefined && codePoint <= row.end ? row.script : undefined;
}

function isAsciiLetter(codePoint: number): boolean {
  const lower = codePoint | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
