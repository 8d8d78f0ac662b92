/** Time, so that tests can hold it. */
export interface Clock {
  /** Milliseconds, monotonic enough for durations; not a date. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function takes that back. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
