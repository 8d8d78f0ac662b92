import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError } from '../../base/errors.ts';
import type { FileChange } from '../file-change.ts';
import { makeFolders, swapFile } from './disk/swap-file.ts';
import { cannot, findTarget } from './disk/target.ts';

/**
 * Writes one file so that whoever reads it finds the old bytes or the new ones, whole. A link is followed and stays; mode
 * and, as far as the system allows, owner stay. Folders that are missing are made. No journal is kept.
 *
 * @throws CallslipError `invalid-config` naming the file when it is no longer as in `before`, or can't be written.
 */
export async function replaceFile(change: Pick<FileChange, 'file' | 'before' | 'after' | 'isPrivate'>): Promise<void> {
  const { real, missingFolders } = await findTarget(change.file);
  const draft = path.join(path.dirname(real), `.callslip-${randomBytes(6).toString('hex')}`);
  const mode = change.isPrivate ? 0o600 : undefined;
  try {
    await makeFolders(missingFolders, change.isPrivate ? 0o700 : 0o777);
    await swapFile({ real, draft, bytes: change.after, expected: change.before, mode });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw CallslipError.isInstance(error) ? error : cannot(change.file, 'be written', error);
  }
}
