import { type CharSet, NOT_LINE_END } from './char-set.ts';
import { parseClass, parseEscape } from './parse-class.ts';
import { Reader, UnknownSyntax } from './reader.ts';

/**
 * The shape of a pattern. `start` is `^`; `empty` is any other assertion about a place; `look` is a lookahead or
 * lookbehind, negated or not.
 */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'start' | 'empty' }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'look'; readonly body: PatternNode };

const MAX_NESTING = 40;

/**
 * The tree of a pattern that compiles with the flag `u`; `undefined` when it uses what can't be judged: a back
 * reference, inline flags, deep nesting.
 */
export function parsePattern(source: string): PatternNode | undefined {
  const reader = new Reader(source);
  try {
    const node = choice(reader, 0);
    return reader.done ? node : undefined;
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
}

function choice(reader: Reader, nesting: number): PatternNode {
  if (nesting > MAX_NESTING) return reader.fail();
  const arms = [sequence(reader, nesting)];
  while (reader.take('|')) arms.push(sequence(reader, nesting));
  return arms.length === 1 ? (arms[0] as PatternNode) : { kind: 'choice', items: arms };
}

function sequence(reader: Reader, nesting: number): PatternNode {
  const items: PatternNode[] = [];
  while (!reader.done && reader.peek() !== '|' && reader.peek() !== ')') items.push(quantified(reader, nesting));
  return { kind: 'sequence', items };
}

function quantified(reader: Reader, nesting: number): PatternNode {
  const body = atom(reader, nesting);
  const range = quantifier(reader);
  if (range === undefined) return body;
  reader.take('?');
  return { kind: 'repeat', body, ...range };
}

function quantifier(reader: Reader): { readonly min: number; readonly max: number } | undefined {
  if (reader.take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (reader.take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (reader.take('?')) return { min: 0, max: 1 };
  if (!reader.take('{')) return undefined;
  const [min, max] = reader.until('}').split(',');
  const least = Number(min);
  if (max === undefined) return { min: least, max: least };
  return { min: least, max: max === '' ? Number.POSITIVE_INFINITY : Number(max) };
}

function atom(reader: Reader, nesting: number): PatternNode {
  const character = reader.next();
  switch (character) {
    case '^':
      return { kind: 'start' };
    case '$':
      return { kind: 'empty' };
    case '.':
      return { kind: 'set', set: NOT_LINE_END };
    case '[':
      return { kind: 'set', set: parseClass(reader) };
    case '(':
      return group(reader, nesting + 1);
    case '\\':
      return escaped(reader);
    default:
      return { kind: 'set', set: single(character.codePointAt(0) as number) };
  }
}

function group(reader: Reader, nesting: number): PatternNode {
  let look = false;
  if (reader.take('?')) {
    look = ['=', '!', '<=', '<!'].some((mark) => reader.take(mark));
    if (!look && reader.take('<')) reader.until('>');
    else if (!look && !reader.take(':')) return reader.fail();
  }
  const body = choice(reader, nesting);
  if (!reader.take(')')) return reader.fail();
  return look ? { kind: 'look', body } : body;
}

function escaped(reader: Reader): PatternNode {
  if (reader.take('b') || reader.take('B')) return { kind: 'empty' };
  // A back reference makes the time depend on what was captured.
  if (/[1-9k]/.test(reader.peek() ?? '')) return reader.fail();
  const set = parseEscape(reader);
  return { kind: 'set', set: typeof set === 'number' ? single(set) : set };
}

function single(code: number): CharSet {
  return [[code, code]];
}
