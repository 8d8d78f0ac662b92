import { describe, expect, it } from 'vitest';
import { compareScores, fallenQueries } from './compare.ts';
import { queriesFingerprint } from './queries-fingerprint.ts';

describe('compareScores', () => {
  it('sees a fall by more than is tolerated, and by nothing less', () => {
    const before = { recallAt1: 0.5, recallAt5: 0.5, mrr: 0.5, silence: 1 };
    const now = { recallAt1: 0.49, recallAt5: 0.489, mrr: 0.6, silence: 0.9 };
    expect(compareScores(before, now, 0.01).map(({ score, fell }) => [score, fell])).toEqual([
      ['recallAt1', false],
      ['recallAt5', true],
      ['mrr', false],
      ['silence', true],
    ]);
  });

  it('takes what counting with fractions leaves for no fall', () => {
    expect(compareScores({ mrr: 0.3 }, { mrr: 0.1 + 0.2 - 0.1 }, 0.1)[0]?.fell).toBe(false);
    expect(compareScores({ mrr: 0.3 }, { mrr: 0.3 }, 0)[0]?.fell).toBe(false);
  });

  it('compares what both have', () => {
    expect(compareScores({ mrr: 0.3 }, { silence: 1 }, 0)).toEqual([]);
  });
});

describe('fallenQueries', () => {
  it('tells what does worse, the deepest fall first', () => {
    const before = [
      { query: 'a', gold: ['x'], rank: 2 },
      { query: 'b', gold: ['x'], rank: 1 },
      { query: 'c', gold: ['x'], rank: 3 },
      { query: 'd', gold: ['x'] },
      { query: 'e', gold: ['x', 'y'], rank: 4 },
      { query: 'f', gold: ['x'], rank: 2 },
    ];
    const now = [
      { query: 'a', gold: ['x'] },
      { query: 'b', gold: ['x'], rank: 9 },
      { query: 'c', gold: ['x'], rank: 1 },
      { query: 'd', gold: ['x'] },
      { query: 'e', gold: ['y', 'x'], rank: 5 },
      { query: 'f', gold: ['x'], rank: 2 },
    ];
    expect(fallenQueries(before, now)).toEqual([
      { query: 'b', gold: ['x'], baseline: 1, now: 9 },
      { query: 'a', gold: ['x'], baseline: 2 },
      { query: 'e', gold: ['y', 'x'], baseline: 4, now: 5 },
    ]);
  });
});

describe('queriesFingerprint', () => {
  it('hangs on queries and gold tools, not on their order', () => {
    const one = { query: 'a', gold: ['x', 'y'] };
    const other = { query: 'b', gold: ['x'] };
    const print = queriesFingerprint([one, other]);
    expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(queriesFingerprint([other, { query: 'a', gold: ['y', 'x'] }])).toBe(print);
    for (const changed of [
      [one],
      [one, one, other],
      [one, { query: 'b', gold: ['y'] }],
      [one, { query: 'c', gold: ['x'] }],
    ]) {
      expect(queriesFingerprint(changed)).not.toBe(print);
    }
  });
});
