import type { Clock } from '../base/clock.ts';

/** A clock that only moves when told to. */
export interface FakeClock extends Clock {
  /** Moves time on, running what falls due, in order, and letting promises settle in between. */
  advance(ms: number): Promise<void>;
}

/** A fake clock that stands at `start` milliseconds. */
export function createFakeClock(start = 0): FakeClock {
  let now = start;
  let sequence = 0;
  const due = new Map<number, { readonly at: number; readonly run: () => void }>();
  const next = (until: number) =>
    [...due.entries()].filter(([, timer]) => timer.at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];

  return {
    now: () => now,
    schedule(delayMs, run) {
      const id = sequence++;
      due.set(id, { at: now + Math.max(0, delayMs), run });
      return () => due.delete(id);
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        const [id, { at, run }] = timer;
        due.delete(id);
        now = Math.max(now, at);
        run();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}

/** Long enough for chains of promises that are already on their way. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
