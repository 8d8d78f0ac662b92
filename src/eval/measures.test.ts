import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ndcgAt, rankOf, recallAt, reciprocalRank } from './measures.ts';

const gold = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

describe('measures of one ranking', () => {
  it('count the share of the gold tools among the first', () => {
    expect(recallAt(1, ['a', 'b', 'c'], gold('a', 'c'))).toBe(0.5);
    expect(recallAt(3, ['a', 'b', 'c'], gold('a', 'c'))).toBe(1);
    expect(recallAt(5, ['x'], gold('a'))).toBe(0);
    expect(recallAt(5, [], gold('a'))).toBe(0);
  });

  it('take one over the place of the first gold tool', () => {
    expect(reciprocalRank(['x', 'a', 'b'], gold('b', 'a'))).toBe(0.5);
    expect(reciprocalRank(['x'], gold('a'))).toBe(0);
    expect(rankOf(['x', 'a'], gold('a'))).toBe(2);
    expect(rankOf(['x'], gold('a'))).toBeUndefined();
  });

  it('discount a gold tool by the logarithm of its place', () => {
    expect(ndcgAt(10, ['a'], gold('a'))).toBe(1);
    expect(ndcgAt(10, ['x', 'a'], gold('a'))).toBeCloseTo(1 / Math.log2(3), 12);
    const two = (1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3));
    expect(ndcgAt(10, ['a', 'x', 'b'], gold('a', 'b'))).toBeCloseTo(two, 12);
  });

  it('ask of a ranking no more gold tools than it may have', () => {
    expect(ndcgAt(2, ['a', 'b'], gold('a', 'b', 'c'))).toBe(1);
    expect(ndcgAt(1, ['x', 'a'], gold('a'))).toBe(0);
  });

  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 12 });
  test.prop([names, fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 }), fc.integer({ min: 1, max: 12 })])(
    'lie between 0 and 1, and are 1 just where every gold tool that fits stands in front',
    (ranked, right, depth) => {
      const all = new Set(right);
      for (const value of [recallAt(depth, ranked, all), reciprocalRank(ranked, all), ndcgAt(depth, ranked, all)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }
      const most = Math.min(depth, all.size);
      const isPerfect = ranked.slice(0, most).filter((name) => all.has(name)).length === most;
      expect(Math.abs(ndcgAt(depth, ranked, all) - 1) < 1e-12).toBe(isPerfect);
    },
  );
});
