import path from 'node:path';
import { CallslipError, messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../runtime/cache/make-folder.ts';
import type { Home } from '../../runtime/home.ts';
import type { FileChange } from '../file-change.ts';
import { takeLock } from './disk/lock.ts';
import { makeFolders, swapFile } from './disk/swap-file.ts';
import { findTarget, invalid, isSame, readTarget, type Target } from './disk/target.ts';
import { draftsOf, type Journal } from './journal.ts';
import { removeUnfinished } from './journal-folder.ts';
import { setMark } from './mark.ts';
import { beginTakingBack, takeBack } from './take-back.ts';
import { type CheckedChange, writeJournal } from './write-journal.ts';

/** Where, why and when. */
export interface ApplyOptions {
  readonly home: Home;
  /** What is done, for people: `init: cursor, codex`. */
  readonly title: string;
  /** What day and time it is. @default the machine's */
  readonly date?: () => Date;
  /** Stops it as long as nothing has been written; afterwards it goes on to its end. */
  readonly signal?: AbortSignal;
}

/** Changes that were written. */
export interface Applied {
  readonly id: string;
  /** Where journal and backups are. Absolute. */
  readonly folder: string;
}

/**
 * Writes a set of files so that all of it can be taken back, also when this process is killed on the way: first all backups
 * and a journal, then each file, in order and in one step. Changes that change nothing are left out; without any other,
 * nothing at all is written and the answer is `undefined`. One process at a time.
 *
 * @throws CallslipError `invalid-config` naming the file that is no longer what its change was made from (nothing is
 * written then), or that can't be written (what was written before is taken back). The signal's reason when it was aborted.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  { home, title, date = () => new Date(), signal }: ApplyOptions,
): Promise<Applied | undefined> {
  const wanted = changes.filter(({ before, after }) => !isSame(before, after));
  if (wanted.length === 0) return undefined;
  signal?.throwIfAborted();
  await makeFolder(home.backupsFolder);
  const release = await takeLock(home.backupsFolder);
  try {
    await removeUnfinished(home.backupsFolder);
    const checked = await checkChanges(wanted);
    signal?.throwIfAborted();
    const { journal, folder } = await writeJournal(checked, { backupsFolder: home.backupsFolder, title, date: date() });
    await writeFiles(checked, journal, folder);
    return { id: journal.id, folder };
  } finally {
    await release();
  }
}

async function checkChanges(changes: readonly FileChange[]): Promise<readonly CheckedChange[]> {
  const checked = new Map<string, CheckedChange>();
  for (const change of changes) {
    if (!path.isAbsolute(change.file)) throw new CallslipError('invalid-argument', `${change.file} is not absolute`);
    const target = await findTarget(change.file);
    const found = await readTarget(target.real);
    if (!isSame(found?.bytes, change.before)) throw invalid(change.file, 'has changed meanwhile; run this again');
    const other = checked.get(target.real)?.change;
    if (other === undefined) checked.set(target.real, { change, target, found });
    else if (!isSame(other.after, change.after)) {
      throw invalid(change.file, `and ${other.file} are one and the same file; change one at a time`);
    }
  }
  return [...checked.values()];
}

/** The journal is on the disk: from here on, whatever is left half done is taken back, by us now or by a later restore. */
async function writeFiles(changes: readonly CheckedChange[], journal: Journal, folder: string): Promise<void> {
  let file = folder;
  try {
    for (const [index, { change, target }] of changes.entries()) {
      file = change.file;
      const draft = draftsOf(journal.token, index, target.real).apply;
      await writeFile(change, target, draft, () => setMark(folder, `begun-${index}`));
    }
    file = folder;
    await setMark(folder, 'done');
  } catch (error) {
    throw invalid(file, `can't be written: ${messageOf(error)}. ${await putBack(folder, journal)}`, error);
  }
}

async function writeFile(
  { after, before, isPrivate }: FileChange,
  { real, missingFolders }: Target,
  draft: string,
  onDrafted: () => Promise<void>,
): Promise<void> {
  await makeFolders(missingFolders, isPrivate ? 0o700 : 0o777);
  await swapFile({ real, draft, bytes: after, expected: before, mode: isPrivate ? 0o600 : undefined, onDrafted });
}

/** What to tell of it. */
async function putBack(folder: string, journal: Journal): Promise<string> {
  const results = await takeBack(folder, journal, beginTakingBack(false)).catch(() => undefined);
  if (results?.every(({ how }) => how !== 'failed')) return 'Everything else is as it was';
  const failed = results?.filter(({ how }) => how === 'failed').map(({ file }) => file) ?? [];
  const what = failed.length > 0 ? failed.join(', ') : 'What was written';
  return `${what} could not be put back; restore with: callslip init --restore`;
}
