/** Even a server that asks for no delay at all is not asked more often. */
const SHORTEST_MS = 100;
const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds before a stream that ended is opened again: what the server asked for, else 1 s; doubled for each failure
 * in a row, up to a minute.
 *
 * @param askedMs the server's `retry`, where it gave one
 */
export function reopenDelayMs(failures: number, askedMs: number = FIRST_MS): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, askedMs) * 2 ** Math.min(failures, 20));
}
