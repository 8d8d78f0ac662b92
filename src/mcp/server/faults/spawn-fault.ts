import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { maskArguments } from '../../../guard/secret-shapes.ts';
import type { StdioEndpoint } from '../../config.ts';
import { programPath } from '../../transport/program-path.ts';

/** Why the system did not start a program. */
export interface SpawnFault {
  readonly reason: string;
  readonly remedy: string;
  /** Whether what was missing is there now, where that can be seen. Cheap. */
  readonly isMended?: () => boolean;
}

/** What the system says of a program that it will not start the next time either. */
const NOT_RUNNABLE = ['EACCES', 'EPERM', 'ENOEXEC', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'E2BIG', 'EINVAL', 'UNKNOWN'];

/** Why a program was not started; nothing when the system may do it the next time, or said nothing. */
export function spawnFault(error: unknown, { command, cwd }: StdioEndpoint): SpawnFault | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const shown = maskArguments([command]).join('');
  if (code === 'ENOENT' && cwd !== undefined && !existsSync(cwd)) {
    return missing(`its folder ${cwd} does not exist`, 'create it or correct cwd', () => existsSync(cwd));
  }
  if (code === 'ENOENT') {
    const isLine = /\s/.test(command.trim()) && !existsSync(command);
    const remedy = isLine
      ? 'command is the program alone: move the rest of the line to args'
      : 'install it, or give its full path as command';
    return missing(`the program ${shown} was not found`, remedy, () => placesOf(command).some(isProgram));
  }
  if (code === 'ERR_INVALID_ARG_VALUE') {
    const reason = 'its command or arguments hold a character that no program can be given';
    return { reason, remedy: 'correct command and args' };
  }
  if (!NOT_RUNNABLE.includes(code)) return undefined;
  return missing(`the program ${shown} may not be run`, 'make it executable', () => placesOf(command).some(isProgram));
}

/** What seems to be there already can't be seen to have come: a script, say, without its interpreter. */
function missing(reason: string, remedy: string, isThere: () => boolean): SpawnFault {
  return { reason, remedy, ...(isThere() ? {} : { isMended: isThere }) };
}

function placesOf(command: string): readonly string[] {
  if (command !== path.basename(command)) return [command];
  return programPath({ environment: process.env })
    .split(path.delimiter)
    .map((folder) => path.join(folder, command));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
