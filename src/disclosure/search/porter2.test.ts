import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { porter2 } from './porter2.ts';

const snowball: { newStemmer(language: string): { stem(word: string): string } } = createRequire(import.meta.url)(
  'snowball-stemmers',
);
const oracle = snowball.newStemmer('english');

/** Every suffix the rules know, what may stand before one, and prefixes that move the regions. */
const PARTS = [
  'gener commun arsen a e i o u y b w x st tt ow log h 3 0 mp3 say al er ic us s ss sses ies ied ed edly ing ingly eed',
  'eedly at bl iz tional ational ation ization izer ator enci anci abli entli alism aliti alli fulness ousli ousness',
  'iveness iviti biliti bli ogi fulli lessli li ly ll alize icate iciti ical ful ness ative ance ence able ible ant',
  'ement ment ent ism ate iti ous ive ize ion',
].flatMap((line) => line.split(' '));

describe('porter2', () => {
  it('agrees with Snowball however suffixes are put together', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }), (parts) => {
        const word = parts.join('');
        expect(porter2(word)).toBe(oracle.stem(word));
      }),
      { numRuns: 5_000, seed: 11 },
    );
  });

  it('agrees with Snowball on letters at random', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,12}$/), (word) => {
        expect(porter2(word)).toBe(oracle.stem(word));
      }),
      { numRuns: 2_000, seed: 11 },
    );
  });

  it.each([
    ['skies', 'sky'],
    ['atlas', 'atlas'],
    ['innings', 'inning'],
    ['hoping', 'hope'],
    ['hopping', 'hop'],
    ['bed', 'bed'],
    ['as', 'as'],
    ['youthful', 'youth'],
  ])('makes %s %s', (word, stem) => {
    expect(porter2(word)).toBe(stem);
  });
});
