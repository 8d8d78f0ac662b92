import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

describe('createWorkQueue', () => {
  it('runs at most as many at once as it may, in the order of asking, also after failures', async () => {
    const queue = createWorkQueue(2);
    const begun: number[] = [];
    let open = 0;
    let most = 0;
    const work = (index: number) => async () => {
      begun.push(index);
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      if (index === 1) throw new Error('one fails');
      return index;
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => queue(work(index))));
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it.each([0, -1, Number.NaN])('runs one at a time when it may run %d', async (limit) => {
    const queue = createWorkQueue(limit);
    expect(await Promise.all([queue(async () => 'a'), queue(async () => 'b')])).toEqual(['a', 'b']);
  });
});
