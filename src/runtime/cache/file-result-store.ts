import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ResultStore } from '../../base/call/result-store.ts';
import { sha256Hex } from '../../base/hash.ts';
import { makeFolder } from './make-folder.ts';
import { pruneFolder } from './prune-folder.ts';

const MAX_STEM = 120;
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Keeps each result as `<call id>.txt` in `folder`, readable by its owner alone; the location is the file's path. Nothing
 * is overwritten: when two calls have one id, the later file gets a name of its own. `put` rejects when the file can't be
 * written. Files of the folder that are older than 30 days go when the first result is kept.
 */
export function createFileResultStore(folder: string): ResultStore {
  let pruned: Promise<void> | undefined;
  return {
    async put(callId, text) {
      await makeFolder(folder);
      pruned ??= pruneFolder(folder, Date.now() - KEPT_MS);
      await pruned;
      const stem = safeStem(callId);
      const file = path.join(folder, `${stem}.txt`);
      if (await writeNew(file, text)) return { location: file };
      const other = path.join(folder, `${stem}-${randomBytes(6).toString('hex')}.txt`);
      await writeFile(other, text, { mode: 0o600, flag: 'wx' });
      return { location: other };
    },
  };
}

/**
 * A call id as a file name: every character outside `[A-Za-z0-9_.-]` as `_`, at most 120, and 12 hex digits of a hash
 * behind when that changed anything, so that two ids never share a name.
 */
function safeStem(callId: string): string {
  const plain = callId.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, MAX_STEM);
  return plain === callId && plain !== '' ? plain : `${plain}_${sha256Hex(callId).slice(0, 12)}`;
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
