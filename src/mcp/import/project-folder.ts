import path from 'node:path';
import { dialectOf } from './dialects.ts';
import type { Places } from './places.ts';

/**
 * The project whose file it is, by where its client looks for files of projects; absent for a file of the user's own, and
 * for one that no client looks for there.
 *
 * @param file absolute.
 */
export function projectFolderOf(file: string, places: Omit<Places, 'cwd'>): string | undefined {
  const { files } = dialectOf(file, undefined);
  const inside = path.dirname(file);
  return [inside, path.dirname(inside)].find((cwd) => {
    const known = files?.({ ...places, cwd });
    return known?.project.includes(file) && !known.user.includes(file);
  });
}
