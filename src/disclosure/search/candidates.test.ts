import fc from 'fast-check';
import { expect, it } from 'vitest';
import { candidatesOf, type DocumentSet, forEachCommon, keepCommon, setOf } from './candidates.ts';

type ByGroup = readonly (readonly [group: number, documents: readonly number[]])[];

const numbers = (max: number) =>
  fc.uniqueArray(fc.nat({ max }), { maxLength: 12 }).map((all) => all.sort((a, b) => a - b));

/** Groups that have no document are among them, as in a catalogue that leaves some out. */
const byGroup: fc.Arbitrary<ByGroup> = numbers(9).chain((groups) =>
  fc.tuple(...groups.map((group) => fc.tuple(fc.constant(group), numbers(20)))),
);

/** The documents of each group within a longer list. */
function toSet(all: ByGroup): DocumentSet {
  return {
    groups: Uint32Array.from(all, ([group]) => group),
    documentFrequency: all.reduce((sum, [, documents]) => sum + documents.length, 0),
    at(place) {
      const documents = all[place]?.[1] ?? [];
      return { documents: Uint8Array.from([200, ...documents, 0]), start: 1, end: documents.length + 1 };
    },
  };
}

/** The even documents of every third group are left out. */
const catalogGroups = Array.from({ length: 10 }, (_, group) => ({
  definitions: [],
  included: group % 3 === 0 ? Uint8Array.from({ length: 21 }, (_, document) => document % 2) : ('all' as const),
}));

const included = (all: ByGroup): ByGroup =>
  all.map(([group, documents]) => [group, documents.filter((each) => group % 3 !== 0 || each % 2 === 1)]);

const toCandidates = (all: ByGroup) =>
  candidatesOf({ ...toSet(all), documentFrequency: flat(included(all)).length }, catalogGroups);

const flat = (all: ByGroup): string[] =>
  all.flatMap(([group, documents]) => documents.map((each) => `${group}/${each}`));
const listed = (set: DocumentSet): string[] =>
  Array.from(set.groups).flatMap((group, place) => {
    const { documents, start, end } = set.at(place);
    return Array.from(documents.subarray(start, end), (each) => `${group}/${each}`);
  });

it('lists the documents of a set that are in the catalogue, and makes a set of them again', () => {
  fc.assert(
    fc.property(byGroup, (all) => {
      const again = setOf(toCandidates(all));
      expect(listed(again)).toEqual(flat(included(all)));
      expect(again.documentFrequency).toBe(flat(included(all)).length);
    }),
    { seed: 7 },
  );
});

it('visits every candidate that the set has too, in order, with both places', () => {
  fc.assert(
    fc.property(byGroup, byGroup, (some, others) => {
      const candidates = toCandidates(some);
      const visited: [number, number][] = [];
      forEachCommon(candidates, toSet(others), (at, { documents }, place) =>
        visited.push([at, documents[place] ?? -1]),
      );
      const expected = flat(included(some)).flatMap((each, at) =>
        flat(others).includes(each) ? [[at, candidates.documents[at]]] : [],
      );
      expect(visited).toEqual(expected);
    }),
    { seed: 7, numRuns: 300 },
  );
});

it('keeps the candidates that enough of the sets have', () => {
  fc.assert(
    fc.property(byGroup, fc.array(byGroup, { maxLength: 4 }), fc.nat({ max: 3 }), (some, sets, needed) => {
      const kept = keepCommon(toCandidates(some), sets.map(toSet), needed);
      const expected = flat(included(some)).filter(
        (each) => sets.filter((set) => flat(set).includes(each)).length >= needed,
      );
      expect(listed(setOf(kept))).toEqual(expected);
    }),
    { seed: 7, numRuns: 300 },
  );
});
