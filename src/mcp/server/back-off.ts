import type { Clock } from '../../base/clock.ts';

const BASE_MS = 500;
const MAX_MS = 30_000;

/**
 * Milliseconds to wait before try number `attempt` (from 1): anything up to 0.5 s, doubling with each try, at most
 * 30 s. Full jitter, so that servers that fell over together do not come back together.
 *
 * @param random a number from 0 to under 1.
 */
export function backOffMs(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(attempt - 1, 30));
}

/** Waits `ms`, or until `signal` aborts. Never rejects. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.schedule(ms, end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
