import { type FileHandle, open } from 'node:fs/promises';

/** Says it of folders, on file systems where that is nothing one can ask for. */
const NOT_SUPPORTED: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS']);

/**
 * Writes a file that must not be there yet, for its owner alone unless `mode` says otherwise, and waits until it is on the
 * disk. Its name is on the disk only after {@link syncFolder}.
 *
 * @param finish done with the open file once its bytes are in it.
 */
export async function writeNewFile(
  file: string,
  bytes: Buffer,
  mode = 0o600,
  finish: (handle: FileHandle) => Promise<void> = async () => {},
): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await finish(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a folder are on the disk. Windows keeps them without being asked, and can't be asked. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_SUPPORTED.has(error.code))) throw error;
  } finally {
    await handle.close();
  }
}
