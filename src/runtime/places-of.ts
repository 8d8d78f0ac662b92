import { homedir } from 'node:os';
import type { Places } from '../mcp/import/places.ts';

/** Where things are for the user that a process runs for. */
export function placesOf({ cwd, environment }: Pick<Places, 'cwd' | 'environment'>): Places {
  const { platform } = process;
  const named = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return { platform, userFolder: named === undefined || named === '' ? homedir() : named, cwd, environment };
}
