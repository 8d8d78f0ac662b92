import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { Rest } from './rest.ts';

describe('Rest', () => {
  it('lasts as long as it was taken for, and is over at once when it is cut short or the signal aborts', async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const ended: string[] = [];
    const take = (name: string, ms: number, signal = new AbortController().signal) => {
      const rest = new Rest(clock);
      void rest.take(ms, signal).then(() => ended.push(name));
      return rest;
    };
    take('time', 100);
    const cut = take('cut short', 1000);
    take('stopped', Number.POSITIVE_INFINITY, stop.signal);
    await clock.advance(100);
    expect(ended).toEqual(['time']);
    cut.end();
    await clock.advance(0);
    expect(ended).toEqual(['time', 'cut short']);
    await clock.advance(2 ** 40);
    stop.abort();
    await clock.advance(0);
    expect(ended).toEqual(['time', 'cut short', 'stopped']);
  });

  it('is not begun on a signal that is aborted already, and can be taken again', async () => {
    const rest = new Rest(createFakeClock());
    rest.end();
    await rest.take(1000, AbortSignal.abort());
    await rest.take(0, new AbortController().signal);
  });
});
