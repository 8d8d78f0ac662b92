import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeNewFile } from './durable-file.ts';
import { type FoundFile, invalid, isSame, readTarget } from './target.ts';

/** Modes of what has no mode to keep. */
const NEW_FILE = 0o644;

/** One file that gets new bytes. */
export interface Swap {
  /** The regular file itself, or where it is to be. */
  readonly real: string;
  /** Where the new bytes are written first: in the same folder. What lies there goes. */
  readonly draft: string;
  readonly bytes: Buffer;
  /** What the file must hold until the very end; absent: there must be none. */
  readonly expected: Buffer | undefined;
  /** @default the mode the file has; for a new file 0644 without what the umask takes */
  readonly mode?: number | undefined;
  /** Done when the draft is whole and nothing has changed yet. */
  readonly onDrafted?: () => Promise<void>;
}

/**
 * Puts new bytes in the place of a file in one step. When it fails the file is as it was, and the draft may be left.
 *
 * @throws CallslipError `invalid-config` when the file is not as expected; else what the system says.
 */
export async function swapFile({ real, draft, bytes, expected, mode, onDrafted }: Swap): Promise<void> {
  const found = await readExpected(real, expected);
  const exactMode = mode ?? found?.mode;
  await rm(draft, { force: true });
  await writeNewFile(draft, bytes, exactMode === undefined ? NEW_FILE : 0o600, async (handle) => {
    if (found !== undefined) await keepOwner(handle, found);
    if (exactMode !== undefined) await handle.chmod(exactMode);
  });
  await onDrafted?.();
  await readExpected(real, expected);
  await rename(draft, real);
  await syncFolder(path.dirname(real));
}

/**
 * Takes a file away.
 *
 * @throws CallslipError `invalid-config` when the file is not as expected; else what the system says.
 */
export async function removeFile(real: string, expected: Buffer): Promise<void> {
  await readExpected(real, expected);
  await rm(real);
  await syncFolder(path.dirname(real));
}

/** Makes folders one by one, the outermost first; one that is there is left. */
export async function makeFolders(folders: readonly string[], mode: number): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { mode }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    await syncFolder(path.dirname(folder));
  }
}

async function readExpected(real: string, expected: Buffer | undefined): Promise<FoundFile | undefined> {
  const found = await readTarget(real);
  if (!isSame(found?.bytes, expected)) throw invalid(real, 'was changed by somebody else meanwhile; run this again');
  return found;
}

/** As well as the system allows: only root may give a file away. */
async function keepOwner(handle: FileHandle, { uid, gid }: FoundFile): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
}
