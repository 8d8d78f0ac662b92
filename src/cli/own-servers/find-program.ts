import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StdioEndpoint } from '../../mcp/config.ts';
import { programPath } from '../../mcp/transport/program-path.ts';

/**
 * Whether the program of a server is found here, as it is looked for when the server starts.
 *
 * @param cwd where a relative path starts when the entry has no folder of its own.
 */
export async function isProgramFound(
  { command, env, cwd: folder }: Pick<StdioEndpoint, 'command' | 'env' | 'cwd'>,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<boolean> {
  const start = path.resolve(cwd, folder ?? '.');
  const folders = (env['PATH'] ?? programPath({ environment })).split(path.delimiter);
  const files = /[\\/]/.test(command)
    ? [path.resolve(start, command)]
    : folders.filter((each) => each !== '').map((each) => path.resolve(start, each, command));
  const endings =
    process.platform === 'win32' ? ['', ...(environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const found = await Promise.all(files.flatMap((file) => endings.map((ending) => isProgram(file + ending))));
  return found.includes(true);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
