const BASE_MS = 1000;
const MAX_MS = 60_000;

/**
 * Milliseconds to wait after fault number `faults` (from 1): anything up to 1 s, doubling with each fault, at most 60 s.
 * Full jitter, so that servers that fell over together do not come back together.
 *
 * @param random a number from 0 to under 1.
 */
export function backOffMs(faults: number, random: () => number): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(faults - 1, 30));
}
