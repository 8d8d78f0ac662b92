/** Time, so that tests can hold it. */
export interface Clock {
  /** Milliseconds, monotonic enough for durations; not a date. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function takes that back. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** A timer that is set for longer fires at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The machine's clock. A delay of more than 24 days ends after 24 days. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
};
