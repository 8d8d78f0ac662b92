import { summarise, type Timing } from '../measure.ts';

/** How long something may be measured. */
export interface Budget {
  /** Milliseconds after which no run is begun any more, once there are a few. */
  readonly budgetMs: number;
  /** Runs at most, those of the warm-up included. */
  readonly runs: number;
}

/** Fewer would be no measurement, however long one takes. */
const FEWEST = 5;

/**
 * Times something again and again within a budget, of which up to a quarter, of the time and of the runs, is warm-up and
 * not counted. What `prepare` does is not counted either.
 */
export async function timeWithin<T>(
  { budgetMs, runs }: Budget,
  prepare: (run: number) => T | Promise<T>,
  run: (prepared: T) => unknown,
): Promise<Timing> {
  const samples: number[] = [];
  const begun = performance.now();
  for (let i = 0; i < runs; i++) {
    const spent = performance.now() - begun;
    if (samples.length >= FEWEST && spent > budgetMs) break;
    const prepared = await prepare(i);
    const start = performance.now();
    await run(prepared);
    const took = performance.now() - start;
    if (i >= runs / 4 || spent > budgetMs / 4) samples.push(took);
  }
  return summarise(samples);
}
