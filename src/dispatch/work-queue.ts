/** Runs a piece of work as soon as there is room for it, in the order of asking. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue in which at most `limit` pieces of work run at once; one, when `limit` allows none. */
export function createWorkQueue(limit: number): WorkQueue {
  let free = Math.max(limit || 1, 1);
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
