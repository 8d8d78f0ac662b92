import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../test/processor-time.ts';
import { nameFits } from './name-glob.ts';

describe('nameFits', () => {
  it.each([
    ['terminal', 'terminal'],
    ['mcp__github__create_issue', 'mcp__github__*'],
    ['mcp__github__create_issue', '*__create_*'],
    ['a', '?'],
    ['', '*'],
    ['abc', '*?c'],
    ['a.b', 'a.b'],
  ])('%j fits %j', (name, glob) => expect(nameFits(name, glob)).toBe(true));

  it.each([
    ['terminal2', 'terminal'],
    ['Terminal', 'terminal'],
    ['axb', 'a.b'],
    ['', '?'],
    ['ab', 'a'],
    ['mcp__gitlab__x', 'mcp__github__*'],
  ])('%j does not fit %j', (name, glob) => expect(nameFits(name, glob)).toBe(false));

  it('agrees with a regular expression', () => {
    const character = fc.constantFrom('a', 'b', '_', '*', '?');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 8 }),
        fc.string({ unit: character, maxLength: 6 }),
        (name, glob) => {
          const pattern = [...glob].map((each) => (each === '*' ? '.*' : each === '?' ? '.' : each)).join('');
          expect(nameFits(name, glob)).toBe(new RegExp(`^${pattern}$`, 'u').test(name));
        },
      ),
    );
  });

  it('takes a glob of many stars in bounded time', async () => {
    const fits = () => nameFits('a'.repeat(2_000), `${'a*'.repeat(500)}b`);
    expect(fits()).toBe(false);
    expect(await leastProcessorMs(fits)).toBeLessThan(200);
  });
});
