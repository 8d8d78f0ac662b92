import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forEachCommon } from './sorted-lists.ts';

const ascending = fc
  .uniqueArray(fc.nat({ max: 60 }), { maxLength: 40 })
  .map((numbers) => Uint32Array.from(numbers.sort((a, b) => a - b)));

it('visits both places of every shared number, in order', () => {
  fc.assert(
    fc.property(ascending, ascending, fc.nat({ max: 5 }), fc.nat({ max: 5 }), (list, documents, before, after) => {
      const start = Math.min(before, documents.length);
      const end = Math.max(start, documents.length - after);
      const visited: number[][] = [];
      forEachCommon(list, { documents, start, end }, (...places) => visited.push(places));
      const expected = [...list].flatMap((number, i) => {
        const place = documents.indexOf(number);
        return place >= start && place < end ? [[i, place]] : [];
      });
      expect(visited).toEqual(expected);
    }),
    { seed: 7 },
  );
});
