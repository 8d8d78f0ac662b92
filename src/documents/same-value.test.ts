import { describe, expect, it } from 'vitest';
import { sameValue } from './same-value.ts';

describe('sameValue', () => {
  it('does not mind the order of keys, at any depth', () => {
    expect(sameValue({ a: [{ b: 1, c: 2 }], d: null }, { d: null, a: [{ c: 2, b: 1 }] })).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    ['1', 1],
    // What every object has is no member.
    [JSON.parse('{"__proto__": {}}'), { a: {} }],
  ])('tells %j from %j', (one, other) => {
    expect([sameValue(one, other), sameValue(other, one)]).toEqual([false, false]);
  });
});
