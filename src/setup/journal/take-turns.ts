import { setTimeout } from 'node:timers/promises';
import { CallslipError } from '../../base/errors.ts';
import { makeFolder } from '../../runtime/cache/make-folder.ts';
import type { Home } from '../../runtime/home.ts';
import { takeLock } from './disk/lock.ts';

/** Each of those that wait needs a moment only. */
const PATIENCE_MS = 10_000;
/** Two that come at once may both give way, so they must not come back at once. */
const SHORTEST_PAUSE_MS = 10;

/**
 * Does work that changes files while no other Callslip of this home does, also when that runs in another process. Waits for
 * its turn.
 *
 * @throws CallslipError `invalid-config` naming the process that is still at it after ten seconds. What `work` throws.
 */
export async function takeTurns<Result>(home: Home, work: () => Promise<Result>): Promise<Result> {
  await makeFolder(home.backupsFolder);
  const release = await waitForLock(home.backupsFolder);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function waitForLock(folder: string): Promise<() => Promise<void>> {
  for (let waitedMs = 0; ; ) {
    try {
      return await takeLock(folder);
    } catch (error) {
      if (!isTaken(error) || waitedMs > PATIENCE_MS) throw error;
    }
    const pauseMs = SHORTEST_PAUSE_MS * (1 + 4 * Math.random());
    await setTimeout(pauseMs);
    waitedMs += pauseMs;
  }
}

function isTaken(error: unknown): boolean {
  return CallslipError.isInstance(error) && error.data['pid'] !== undefined;
}
