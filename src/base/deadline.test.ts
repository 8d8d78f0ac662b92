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
});
