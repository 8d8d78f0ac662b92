import { rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeNewFile } from './disk/durable-file.ts';
import { isThere } from './disk/target.ts';

/**
 * How far a journal has come, as an empty file beside it. `begun-N`: the new bytes of file N are on the disk, and are now
 * to take its place. `done`: all files are written. `restored`: all are taken back.
 */
export type Mark = 'done' | 'restored' | `begun-${number}`;

/** Sets a mark that is not set. */
export async function setMark(folder: string, mark: Mark): Promise<void> {
  await writeNewFile(path.join(folder, mark), Buffer.alloc(0));
  await syncFolder(folder);
}

/** Whether a mark is set. */
export function hasMark(folder: string, mark: Mark): Promise<boolean> {
  return isThere(path.join(folder, mark));
}

/** Takes a mark away. */
export async function removeMark(folder: string, mark: Mark): Promise<void> {
  await rm(path.join(folder, mark), { force: true });
  await syncFolder(folder);
}
