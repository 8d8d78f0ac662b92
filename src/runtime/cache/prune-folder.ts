import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes files of a folder that nobody has touched since `before` (milliseconds of the epoch). Other kinds of entries, and
 * what can't be removed, stay. Never rejects.
 */
export async function pruneFolder(folder: string, before: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(folder, entry.name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(file, { force: true }).catch(() => {});
  }
}
