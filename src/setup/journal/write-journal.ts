import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileChange } from '../file-change.ts';
import { backupFile } from './backup.ts';
import { syncFolder, writeNewFile } from './disk/durable-file.ts';
import type { FoundFile, Target } from './disk/target.ts';
import { cannot } from './disk/target.ts';
import { type Journal, journalText, sumOf } from './journal.ts';
import { journalFile, nextId } from './journal-folder.ts';

/** A change whose file was looked at: it holds what the change says. */
export interface CheckedChange {
  readonly change: FileChange;
  readonly target: Target;
  /** Absent: there is no such file. */
  readonly found: FoundFile | undefined;
}

/** What a journal is made of. */
export interface JournalOptions {
  /** It must be there. */
  readonly backupsFolder: string;
  readonly title: string;
  readonly date: Date;
}

/**
 * Writes the old bytes of all files and, when these are on the disk, the journal. Its folder holds either no journal or a
 * whole one.
 *
 * @throws CallslipError `invalid-config` when it can't be written; nothing is left of it then.
 */
export async function writeJournal(
  changes: readonly CheckedChange[],
  { backupsFolder, title, date }: JournalOptions,
): Promise<{ readonly journal: Journal; readonly folder: string }> {
  const id = await nextId(backupsFolder, date);
  const folder = path.join(backupsFolder, id);
  const journal: Journal = {
    id,
    title,
    time: date.toISOString(),
    token: randomBytes(6).toString('hex'),
    files: changes.map(entryOf),
  };
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const [index, { found }] of changes.entries()) {
      if (found !== undefined) await writeNewFile(backupFile(folder, index), found.bytes);
    }
    const draft = `${journalFile(folder)}.draft`;
    await writeNewFile(draft, Buffer.from(journalText(journal)));
    await rename(draft, journalFile(folder));
    await syncFolder(folder);
    await syncFolder(backupsFolder);
    await syncFolder(path.dirname(backupsFolder));
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw cannot(folder, 'be written, so no file was changed', error);
  }
  return { journal, folder };
}

function entryOf({ change, target, found }: CheckedChange): Journal['files'][number] {
  return {
    file: change.file,
    real: target.real,
    before: found === undefined ? null : { sha256: sumOf(found.bytes), mode: found.mode },
    after: { sha256: sumOf(change.after), isPrivate: change.isPrivate },
    missingFolders: target.missingFolders,
    undo: change.undo,
  };
}
