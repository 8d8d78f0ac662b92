/** How long queries took, in milliseconds. */
export interface Latency {
  /** The very first query, which makes the indexes that others find made. */
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
}

/** @param samples of every query but for the first asking; at least one. */
export function latencyOf(first: number, samples: readonly number[]): Latency {
  const sorted = [...samples].sort((a, b) => a - b);
  return { first, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** The least value that a share of the values does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
