import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createRefresher } from './refresh.ts';

/** A refresher that notes when it asked; `changed` says what each asking brings. */
function create(changed: () => boolean | Promise<boolean> = () => true) {
  const clock = createFakeClock();
  const asked: number[] = [];
  const refresher = createRefresher({
    clock,
    run: async () => {
      asked.push(clock.now());
      return changed();
    },
  });
  return { clock, asked, refresher };
}

describe('createRefresher', () => {
  it('asks a tenth of a second after the notice, once for a burst', async () => {
    const { clock, asked, refresher } = create();
    for (let count = 0; count < 50; count++) refresher.notice();
    await clock.advance(5000);
    expect(asked).toEqual([100]);
  });

  it('keeps a second between two refreshes and loses no notice', async () => {
    const { clock, asked, refresher } = create();
    refresher.notice();
    await clock.advance(100);
    refresher.notice();
    await clock.advance(5000);
    expect(asked).toEqual([100, 1100]);
  });

  it('[TRN-18] asks a server that gives notice at every list less and less often', async () => {
    const { clock, asked, refresher } = create(() => {
      refresher.notice();
      return false;
    });
    refresher.notice();
    await clock.advance(164_000);
    expect(asked.length).toBeLessThan(25);
    expect(asked.slice(0, 5)).toEqual([100, 2100, 6100, 14_100, 24_100]);
  });

  it('asks quickly again after a change, and after a long silence', async () => {
    let changed = false;
    const { clock, asked, refresher } = create(() => changed);
    for (let count = 0; count < 6; count++) {
      refresher.notice();
      await clock.advance(10_000);
    }
    changed = true;
    refresher.notice();
    await clock.advance(10_000);
    asked.length = 0;
    const start = clock.now();
    refresher.notice();
    await clock.advance(100);
    refresher.notice();
    await clock.advance(1000);
    expect(asked).toEqual([start + 100, start + 1100]);
  });

  it('runs one refresh at a time, and one more for notices during it', async () => {
    let finish = (_changed: boolean) => {};
    const { clock, asked, refresher } = create(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    refresher.notice();
    await clock.advance(100);
    refresher.notice();
    refresher.notice();
    await clock.advance(5000);
    expect(asked).toEqual([100]);
    finish(true);
    await clock.advance(5000);
    expect(asked).toEqual([100, 6100]);
  });

  it('asks again after a refresh that failed, less and less often, until one succeeds', async () => {
    let isBroken = true;
    const { clock, asked, refresher } = create(() => {
      if (isBroken) throw new Error('gone');
      return true;
    });
    refresher.notice();
    await clock.advance(20_000);
    expect(asked).toEqual([100, 2100, 6100, 14_100]);
    isBroken = false;
    await clock.advance(60_000);
    expect(asked).toEqual([100, 2100, 6100, 14_100, 24_100]);
  });

  it('asks no more once it is stopped', async () => {
    const { clock, asked, refresher } = create();
    refresher.notice();
    refresher.stop();
    refresher.notice();
    await clock.advance(5000);
    expect(asked).toEqual([]);
  });
});
