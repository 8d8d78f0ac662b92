import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { listingBudget } from './listing-budget.ts';

const budget = (thresholdPct: number, listingMaxTokens: number, contextLength?: number) =>
  listingBudget({ thresholdPct, listingMaxTokens }, contextLength);

describe('listingBudget', () => {
  it('[TS-11.1.9] is a share of the context window under a cap, and the cap where the window is unknown', () => {
    expect([200_000, 50_000, 0, undefined].map((context) => budget(5, 8000, context))).toEqual([
      8000, 2500, 8000, 8000,
    ]);
    expect([200_000, 40_000, 0].map((context) => budget(5, 4000, context))).toEqual([4000, 2000, 4000]);
  });

  it('[LST-08] is right for each window, and neither 0 nor NaN where the window is unknown', () => {
    expect([64_000, 200_000, 8_000].map((context) => budget(5, 4000, context))).toEqual([3200, 4000, 400]);
    expect([0, undefined, Number.NaN, -1].map((context) => budget(5, 4000, context))).toEqual([4000, 4000, 4000, 4000]);
    expect([0, undefined].map((context) => budget(5, 60_000, context))).toEqual([10_000, 10_000]);
    expect(budget(0, 4000, 64_000)).toBe(0);
    expect(budget(100, 60_000, 64_000)).toBe(60_000);
    expect(budget(100, 60_000, 8_000)).toBe(8_000);
    expect(budget(5, 200, 64_000)).toBe(200);
    expect(budget(5, 4000, 10_019)).toBe(500);
  });

  it('is the cap for an endless window, and 0 for no percent of it', () => {
    expect([0, 5].map((pct) => budget(pct, 4000, Number.POSITIVE_INFINITY))).toEqual([0, 4000]);
  });

  test.prop([fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 200, max: 60_000 }), fc.double()])(
    'is a whole number from 0 to the cap, whatever the window',
    (pct, cap, context) => {
      const tokens = budget(pct, cap, context);
      expect(Number.isInteger(tokens) && tokens >= 0 && tokens <= cap).toBe(true);
    },
  );
});
