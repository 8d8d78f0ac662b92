import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { withDeadline } from './deadline.ts';

describe('withDeadline', () => {
  it('does not begin work that was cancelled before it began', async () => {
    const parent = new AbortController();
    let begun = 0;
    const work = withDeadline(createFakeClock(), 1_000, parent.signal, () => ++begun);
    parent.abort('stop');
    await expect(work).rejects.toBe('stop');
    await Promise.resolve();
    expect(begun).toBe(0);
  });

  it('takes what is no number for no time at all', async () => {
    const clock = createFakeClock();
    const work = withDeadline(clock, Number.NaN, undefined, () => new Promise(() => {}));
    const ended = expect(work).rejects.toThrow('no answer');
    await clock.advance(1);
    await ended;
  });

  it('starts its limit anew at each sign of life, up to the maximum, and says which of them was met', async () => {
    const clock = createFakeClock();
    let extend = () => {};
    const open = (maxMs: number) =>
      withDeadline(clock, { limitMs: 3_000, maxMs }, undefined, (_, alive) => {
        extend = alive;
        return new Promise<never>(() => {});
      }).catch((error) => [error.kind, error.limitMs, clock.now()]);
    const work = open(8_000);
    for (const at of [2_000, 4_000, 6_000]) {
      await clock.advance(2_000);
      expect(clock.now()).toBe(at);
      extend();
    }
    await clock.advance(60_000);
    expect(await work).toEqual(['maximum', 8_000, 8_000]);
  });

  it.each([
    [1_000, 100_000, ['silence', 3_000]],
    [undefined, 100_000, ['limit', 3_000]],
    [1_000, 3_000, ['limit', 3_000]],
    [1_000, 2_000, ['limit', 3_000]],
  ])('after a sign of life at %s and with a maximum of %i ends as %j', async (at, maxMs, ended) => {
    const clock = createFakeClock();
    const work = withDeadline(clock, { limitMs: 3_000, maxMs }, undefined, (_, alive) => {
      if (at !== undefined) clock.schedule(at, alive);
      return new Promise<never>(() => {});
    }).catch((error) => [error.kind, error.limitMs]);
    await clock.advance(10_000);
    expect(await work).toEqual(ended);
  });

  it('takes no sign of life for work that is over', async () => {
    const clock = createFakeClock();
    let extend = () => {};
    await withDeadline(clock, { limitMs: 1_000, maxMs: 9_000 }, undefined, (_, alive) => {
      extend = alive;
    });
    let scheduled = 0;
    const { schedule } = clock;
    clock.schedule = (...args) => {
      scheduled++;
      return schedule(...args);
    };
    extend();
    expect(scheduled).toBe(0);
  });
});
