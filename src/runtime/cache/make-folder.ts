import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError, messageOf } from '../../base/errors.ts';

/**
 * Makes a folder, and those above it that are missing, for their owner alone. One by one: on file systems where nothing
 * can be made, such as `/proc`, Node's own recursive way never comes to an end.
 *
 * @param folder absolute.
 * @throws CallslipError `invalid-config` that names the folder when it can't be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    for (const missing of await missingFolders(folder)) await makeOne(missing);
  } catch (error) {
    const message = `the folder ${folder} can't be made: ${messageOf(error)}; set CALLSLIP_HOME to a folder that can be written`;
    throw new CallslipError('invalid-config', message, { data: { folder }, cause: error });
  }
}

/** The outermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const isThere = await stat(folder).catch(() => undefined);
  const parent = path.dirname(folder);
  return isThere !== undefined || parent === folder ? [] : [...(await missingFolders(parent)), folder];
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
