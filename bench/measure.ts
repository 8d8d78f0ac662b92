/** How often something is run, and how often before that without being counted. */
export interface Effort {
  readonly runs: number;
  readonly warmUp: number;
}

/** What the runs took, in milliseconds. */
export interface Timing {
  readonly runs: number;
  readonly median: number;
  /** 95 of 100 runs took no longer. */
  readonly p95: number;
}

/** One thing that is timed. What `prepare` does and gives is not counted. */
export interface Contender {
  readonly name: string;
  prepare?(run: number): unknown;
  run(prepared: never): unknown;
}

/**
 * Times contenders side by side: each round runs every one of them once, so that whatever else the machine does hits
 * all alike and their ratios stay honest.
 */
export async function race(contenders: readonly Contender[], effort: Effort): Promise<ReadonlyMap<string, Timing>> {
  const samples = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < effort.warmUp + effort.runs; round++) {
    for (const contender of contenders) {
      const prepared = (await contender.prepare?.(round)) as never;
      const start = performance.now();
      await contender.run(prepared);
      const took = performance.now() - start;
      if (round >= effort.warmUp) samples.get(contender.name)?.push(took);
    }
  }
  return new Map([...samples].map(([name, took]) => [name, summarise(took)]));
}

/** Median and 95th percentile of some samples, in milliseconds. */
export function summarise(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle) ? (at(0.5) + (sorted[middle - 1] ?? Number.NaN)) / 2 : at(0.5);
  return { runs: sorted.length, median, p95: at(0.95) };
}

/** The timing of one contender of a race. */
export function timingOf(race: ReadonlyMap<string, Timing>, name: string): Timing {
  const timing = race.get(name);
  if (timing === undefined) throw new Error(`nothing was timed under "${name}"`);
  return timing;
}
