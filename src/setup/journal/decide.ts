import path from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { KeyPath } from '../../documents/document-format.ts';
import { backupFile, keptVersion, readBackup } from './backup.ts';
import { invalid, isThere } from './disk/target.ts';
import { type JournalFile, sumOf } from './journal.ts';
import { undoText } from './undo-text.ts';

/** What is to be done to take one file back. */
export type Decision =
  | { readonly how: 'unchanged'; readonly reason?: string }
  | { readonly how: 'restored'; readonly bytes: Buffer; readonly mode: number }
  | { readonly how: 'removed' }
  /** Without `bytes` the file goes: nothing of it is left. */
  | { readonly how: 'merged'; readonly bytes: Buffer | undefined; readonly reason?: string }
  /** An earlier try had come so far. */
  | { readonly how: 'merged-before'; readonly kept: string; readonly reason?: string };

/** One file of a journal, and what it holds now. */
export interface Case {
  readonly folder: string;
  readonly index: number;
  readonly entry: JournalFile;
  /** Absent: it is not there. */
  readonly current: Buffer | undefined;
  /** False: a later change of it stands, so it can only be taken back when it is exactly as this one left it. */
  readonly mayMerge: boolean;
}

/**
 * Looks only. What decides are the bytes: as we wrote them, as they were, or somebody else's.
 *
 * @throws CallslipError `invalid-config` saying why it can't be taken back, and what to do.
 */
export async function decide(given: Case): Promise<Decision> {
  const { folder, index, entry, current } = given;
  const { before, after } = entry;
  if (current === undefined) {
    if (before === null) return { how: 'unchanged' };
    if (!(await isThere(path.dirname(entry.real)))) {
      return { how: 'unchanged', reason: `its folder is gone; what it held is in ${backupFile(folder, index)}` };
    }
    return restored(given, before);
  }
  const sum = sumOf(current);
  if (sum === before?.sha256) return { how: 'unchanged' };
  if (sum !== after.sha256) return merged(given, current);
  return before === null ? { how: 'removed' } : restored(given, before);
}

async function restored({ folder, index }: Case, before: { sha256: string; mode: number }): Promise<Decision> {
  return { how: 'restored', bytes: await readBackup(folder, index, before.sha256), mode: before.mode };
}

async function merged({ folder, index, entry, mayMerge }: Case, current: Buffer): Promise<Decision> {
  if (!mayMerge) throw invalid(entry.file, 'was changed later, and that change can not be taken back');
  const text = textOf(current, entry.file);
  const { text: rest, taken } = undoText(text, entry.undo, entry.file);
  const reason = taken.length === 0 ? {} : { reason: notPutBack(taken, backupFile(folder, index)) };
  if (rest === text) {
    const kept = await keptVersion(folder, index);
    return kept === undefined ? { how: 'unchanged', ...reason } : { how: 'merged-before', kept, ...reason };
  }
  return {
    how: 'merged',
    bytes: entry.before === null && rest.trim() === '' ? undefined : Buffer.from(rest),
    ...reason,
  };
}

function notPutBack(taken: readonly KeyPath[], backup: string): string {
  const places = taken.map((place) => place.join('.')).join(', ');
  return `${places}: something else stands there by now, and stays; what was there before is in ${backup}`;
}

/** With its byte-order mark, if it has one: that is written back. */
function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw invalid(file, `was changed by somebody else since and is not in UTF-8: ${messageOf(error)}`);
  }
}
