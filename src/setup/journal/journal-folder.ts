import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { invalid, isThere, readTarget } from './disk/target.ts';
import { type Journal, parseJournal } from './journal.ts';

/** No colons: Windows has none in names. */
const ID = /^(\d{6,9})-\d{8}T\d{6}Z$/;
/** What a folder holds before its journal is whole. */
const PREPARED = /^(?:\d+\.before|journal\.json\.draft)$/;

/** The ids of the journals in a folder of backups, the oldest first; none when there is no such folder. */
export async function journalIds(backupsFolder: string): Promise<readonly string[]> {
  if (!(await isThere(backupsFolder))) return [];
  const entries = await readdir(backupsFolder, { withFileTypes: true });
  const ids = entries.filter((entry) => entry.isDirectory() && ID.test(entry.name)).map(({ name }) => name);
  return ids.sort((one, other) => numberOf(one) - numberOf(other));
}

/** An id that comes after all others, whatever the clock did: a number, then the time for people. */
export async function nextId(backupsFolder: string, date: Date): Promise<string> {
  const last = (await journalIds(backupsFolder)).at(-1);
  const number = last === undefined ? 1 : numberOf(last) + 1;
  return `${String(number).padStart(6, '0')}-${date.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** Whether a run left a folder before its journal was whole: it had changed no file. */
export async function isUnfinished(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => PREPARED.test(name));
}

/** Takes away what such runs left. */
export async function removeUnfinished(backupsFolder: string): Promise<void> {
  for (const id of await journalIds(backupsFolder)) {
    const folder = path.join(backupsFolder, id);
    if (await isUnfinished(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** Where the journal of a folder is. */
export function journalFile(folder: string): string {
  return path.join(folder, 'journal.json');
}

/**
 * The journal in a folder.
 *
 * @throws CallslipError `invalid-config` naming the journal when it can't be read, or is not as it was written.
 */
export async function readJournal(folder: string): Promise<Journal> {
  const file = journalFile(folder);
  const found = await readTarget(file);
  if (found === undefined) throw invalid(file, 'is not there; put files back by hand from the backups beside it');
  const journal = parseJournal(found.bytes.toString('utf8'), file);
  if (journal.id !== path.basename(folder)) throw invalid(file, 'belongs to another folder');
  return journal;
}

function numberOf(id: string): number {
  return Number(ID.exec(id)?.[1]);
}
