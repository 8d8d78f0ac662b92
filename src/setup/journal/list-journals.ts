import path from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Home } from '../../runtime/home.ts';
import { isUnfinished, journalIds, readJournal } from './journal-folder.ts';
import { hasMark } from './mark.ts';

/** A journal in brief. */
export type JournalSummary = ReadableJournal | RefusedJournal;

/** One that can be taken back, or was. */
interface ReadableJournal {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  /** `half`: cut short while its files were written. `done`: all were. `restored`: taken back. */
  readonly state: 'half' | 'done' | 'restored';
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** As they were named when they were changed. Absolute. */
  readonly files: readonly string[];
}

/** One that is not as it was written, or that another version of Callslip wrote. */
interface RefusedJournal {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly state: 'refused';
  /** Why, and what to do. */
  readonly reason: string;
}

/** What was done to files on the user's word, the oldest first. Looks only; a run that goes on right now is `half`. */
export async function listJournals(home: Pick<Home, 'backupsFolder'>): Promise<readonly JournalSummary[]> {
  const summaries: JournalSummary[] = [];
  for (const id of await journalIds(home.backupsFolder)) {
    const folder = path.join(home.backupsFolder, id);
    const summary = (await isUnfinished(folder)) ? undefined : await summarise(id, folder);
    if (summary !== undefined) summaries.push(summary);
  }
  return summaries;
}

/** Absent: it can't be read, and need not be, as it was taken back. */
async function summarise(id: string, folder: string): Promise<JournalSummary | undefined> {
  try {
    const { title, time, files } = await readJournal(folder);
    return { id, folder, state: await stateOf(folder), title, time, files: files.map(({ file }) => file) };
  } catch (error) {
    return (await hasMark(folder, 'restored')) ? undefined : { id, folder, state: 'refused', reason: messageOf(error) };
  }
}

async function stateOf(folder: string): Promise<ReadableJournal['state']> {
  if (await hasMark(folder, 'restored')) return 'restored';
  return (await hasMark(folder, 'done')) ? 'done' : 'half';
}
