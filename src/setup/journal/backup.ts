import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeNewFile } from './disk/durable-file.ts';
import { invalid, readTarget } from './disk/target.ts';
import { sumOf } from './journal.ts';

/** Where a journal's folder has the old bytes of its n-th file. */
export function backupFile(folder: string, index: number): string {
  return path.join(folder, `${index}.before`);
}

/**
 * The old bytes of the n-th file.
 *
 * @throws CallslipError `invalid-config` naming the backup when it is not as it was written.
 */
export async function readBackup(folder: string, index: number, sha256: string): Promise<Buffer> {
  const file = backupFile(folder, index);
  const found = await readTarget(file);
  if (found === undefined || sumOf(found.bytes) !== sha256) throw invalid(file, 'is not as Callslip wrote it');
  return found.bytes;
}

/** Keeps what somebody had made of the n-th file, and says where. The same bytes are kept once. */
export async function keepVersion(folder: string, index: number, bytes: Buffer): Promise<string> {
  const file = path.join(folder, `${index}.${sumOf(bytes).slice(0, 12)}.kept`);
  await rm(`${file}.draft`, { force: true });
  await writeNewFile(`${file}.draft`, bytes);
  await rename(`${file}.draft`, file);
  await syncFolder(folder);
  return file;
}

/** Where an earlier try kept a version of the n-th file, if it did. */
export async function keptVersion(folder: string, index: number): Promise<string | undefined> {
  const name = (await readdir(folder)).find((entry) => entry.startsWith(`${index}.`) && entry.endsWith('.kept'));
  return name === undefined ? undefined : path.join(folder, name);
}
