/** Milliseconds of processor time that `run` takes. What else a busy machine does counts little. */
export async function processorMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** {@link processorMs} at best in `times` goes: what only the first go pays for does not count. */
export async function leastProcessorMs(run: () => unknown, times = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let go = 0; go < times; go++) least = Math.min(least, await processorMs(run));
  return least;
}

/** Milliseconds that {@link fixedWork} takes where a bound in milliseconds is meant as it is written. */
const REFERENCE_MS = 5;

/**
 * How many times longer this machine takes for a fixed piece of work than one on which bounds are meant as they are
 * written; at least 1, so that no bound is ever tightened or, on such a machine, loosened.
 */
export async function slowness(): Promise<number> {
  return Math.max(1, (await leastProcessorMs(fixedWork, 20)) / REFERENCE_MS);
}

function fixedWork(): void {
  const value = Array.from({ length: 400 }, (_, i) => ({
    name: `n${i}`,
    text: 'x'.repeat(i % 50),
    deep: { a: [i, i + 1] },
  }));
  for (let round = 0; round < 20; round++) JSON.parse(JSON.stringify(value));
}
