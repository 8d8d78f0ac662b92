import type { Home } from '../../runtime/home.ts';
import { takeLock } from './disk/lock.ts';
import { isThere } from './disk/target.ts';
import { journalFile, readJournal, removeUnfinished } from './journal-folder.ts';
import { listJournals } from './list-journals.ts';
import { beginTakingBack, type RestoredFile, takeBack } from './take-back.ts';

/** What a restore did, or would do: one entry a file, whose last state counts. */
export interface RestoreReport {
  readonly files: readonly RestoredFile[];
}

/** Which word stands for several about one file. */
const WEIGHT: readonly RestoredFile['how'][] = ['unchanged', 'restored', 'removed', 'merged', 'failed'];

/**
 * Takes back every journal that is not yet taken back, the newest first, also those cut short. It may be stopped anywhere
 * and run again. What can't be taken back is told, and its journal stays open for another try.
 *
 * @param options with `dryRun` nothing is written.
 * @throws CallslipError `invalid-config` when another process is changing files.
 */
export async function restore(options: {
  readonly home: Pick<Home, 'backupsFolder'>;
  readonly dryRun?: boolean;
}): Promise<RestoreReport> {
  const { home, dryRun = false } = options;
  if (!(await isThere(home.backupsFolder))) return { files: [] };
  if (dryRun) return takeAllBack(home, true);
  const release = await takeLock(home.backupsFolder);
  try {
    await removeUnfinished(home.backupsFolder);
    return await takeAllBack(home, false);
  } finally {
    await release();
  }
}

async function takeAllBack(home: Pick<Home, 'backupsFolder'>, dryRun: boolean): Promise<RestoreReport> {
  const state = beginTakingBack(dryRun);
  const results: RestoredFile[] = [];
  for (const summary of [...(await listJournals(home))].reverse()) {
    const { folder } = summary;
    if (summary.state === 'refused') {
      state.isAnyStuck = true;
      results.push({ file: journalFile(folder), how: 'failed', reason: summary.reason });
    } else if (summary.state !== 'restored') {
      results.push(...(await takeBack(folder, await readJournal(folder), state)));
    }
  }
  return { files: joinByFile(results) };
}

function joinByFile(results: readonly RestoredFile[]): readonly RestoredFile[] {
  const joined = new Map<string, RestoredFile>();
  for (const result of results) {
    const newer = joined.get(result.file) ?? result;
    const heavier = WEIGHT.indexOf(result.how) < WEIGHT.indexOf(newer.how) ? newer : result;
    // The newest journal met the version that somebody had made; an older one meets what was left of it.
    const kept = newer.kept ?? result.kept;
    joined.set(result.file, { ...heavier, ...(kept === undefined ? {} : { kept }) });
  }
  return [...joined.values()];
}
