import { describe, expect, it } from 'vitest';
import { writtenTwice } from './written-twice.ts';

describe('writtenTwice', () => {
  const text =
    '{"m": {"x": {}, "x": 1}, "a": 1, "m": {"a": 1, "b": {"a": 2}, "a": 3, "a": 4, "__proto__": 1, "__proto__": 2,}} // x';

  it('names each key once that stands more than once in a mapping, in the mapping that counts', () => {
    expect(writtenTwice(text, ['m'])).toEqual(['a', '__proto__']);
    expect(writtenTwice(text, [])).toEqual(['m']);
  });

  it('names none where there is no such mapping', () => {
    expect(writtenTwice(text, ['m', 'b'])).toEqual([]);
    expect(writtenTwice(text, ['a', 'x'])).toEqual([]);
    expect(writtenTwice('', ['a'])).toEqual([]);
  });
});
