import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { backOffMs, pause } from './back-off.ts';

describe('backOffMs', () => {
  it('doubles the longest wait with each try, up to 30 s', () => {
    expect([1, 2, 3, 6, 7, 8, 1e9].map((attempt) => backOffMs(attempt, () => 1))).toEqual([
      500, 1000, 2000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('waits anything up to that', () => {
    expect(backOffMs(3, () => 0)).toBe(0);
    expect(backOffMs(3, () => 0.25)).toBe(500);
  });
});

describe('pause', () => {
  it('ends when the time is over, or the signal aborts', async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const ended: string[] = [];
    void pause(clock, 100, new AbortController().signal).then(() => ended.push('by time'));
    void pause(clock, 1000, stop.signal).then(() => ended.push('by signal'));
    await clock.advance(100);
    expect(ended).toEqual(['by time']);
    stop.abort();
    await clock.advance(0);
    expect(ended).toEqual(['by time', 'by signal']);
  });

  it('does not wait at all on a signal that is aborted already', async () => {
    await pause(createFakeClock(), 1000, AbortSignal.abort());
  });
});
