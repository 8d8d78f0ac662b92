import { ANYTHING, type CharSet, complement, DIGIT, SPACE, simplified, union, WORD } from './char-set.ts';
import type { Reader } from './reader.ts';

const SHORTHANDS: ReadonlyMap<string, CharSet> = new Map([
  ['d', DIGIT],
  ['D', complement(DIGIT)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
  ['0', 0x00],
]);

/** Reads a character class; its `[` has been read. */
export function parseClass(reader: Reader): CharSet {
  const negated = reader.take('^');
  const set: (readonly [number, number])[] = [];
  while (!reader.take(']')) {
    const first = classAtom(reader);
    if (typeof first !== 'number') set.push(...first);
    else if (reader.peek() === '-' && reader.peek(1) !== ']') {
      reader.next();
      const last = classAtom(reader);
      if (typeof last !== 'number') return reader.fail();
      set.push([first, last]);
    } else set.push([first, first]);
  }
  const whole = union(set);
  return simplified(negated ? complement(whole) : whole);
}

/** Reads what follows a backslash: a set, or one code point. A property of Unicode counts as every character. */
export function parseEscape(reader: Reader): CharSet | number {
  const letter = reader.next();
  const shorthand = SHORTHANDS.get(letter);
  if (shorthand !== undefined) return shorthand;
  if (letter === 'p' || letter === 'P') {
    reader.until('}');
    return ANYTHING;
  }
  const control = CONTROLS.get(letter);
  if (control !== undefined) return control;
  if (letter === 'x') return reader.hex(2);
  if (letter === 'u') return reader.take('{') ? Number.parseInt(reader.until('}'), 16) : unit(reader);
  if (letter === 'c') return (reader.next().codePointAt(0) as number) % 32;
  if (/[A-Za-z0-9]/.test(letter)) return reader.fail();
  return letter.codePointAt(0) as number;
}

function classAtom(reader: Reader): CharSet | number {
  if (!reader.take('\\')) return reader.next().codePointAt(0) as number;
  return reader.take('b') ? 0x08 : parseEscape(reader);
}

/** Four digits, or two times four that make one character. */
function unit(reader: Reader): number {
  const high = reader.hex(4);
  if (high < 0xd800 || high > 0xdbff || reader.peek() !== '\\' || reader.peek(1) !== 'u') return high;
  reader.next();
  reader.next();
  return (high - 0xd800) * 0x400 + (reader.hex(4) - 0xdc00) + 0x10000;
}
