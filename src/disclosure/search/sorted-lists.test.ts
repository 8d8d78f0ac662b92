import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstNotBelow } from './sorted-lists.ts';

const ascending = fc
  .uniqueArray(fc.nat({ max: 60 }), { maxLength: 40 })
  .map((numbers) => Uint8Array.from(numbers.sort((a, b) => a - b)));

it('finds the first number that is not below the wanted one, within its bounds', () => {
  fc.assert(
    fc.property(ascending, fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 61 }), (numbers, a, b, wanted) => {
      const [from = 0, end = 0] = [a, b].map((place) => Math.min(place, numbers.length)).sort((x, y) => x - y);
      const expected = numbers.findIndex((number, place) => place >= from && place < end && number >= wanted);
      expect(firstNotBelow(numbers, from, end, wanted)).toBe(expected === -1 ? end : expected);
    }),
    { seed: 7, numRuns: 500 },
  );
});
