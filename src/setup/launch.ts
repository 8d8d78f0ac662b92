import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../mcp/import/dialect.ts';
import { resolveHome } from '../runtime/home.ts';
import { PACKAGE_NAME } from '../runtime/package-root.ts';

/** How this process was started. */
export interface Started {
  /** The file that Node was given; a link, such as `node_modules/.bin/callslip`, is followed. */
  readonly script: string;
  /** The Node that runs it, absolute. */
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of this package. */
  readonly version: string;
}

/** What `npx`, `pnpm dlx`, `yarn dlx` and `bunx` fetched for one run, which is cleared sooner or later. */
const FETCHED_FOR_ONE_RUN = new RegExp(
  `[\\\\/](?:_npx|dlx|dlx-[^\\\\/]+|bunx-[^\\\\/]+)[\\\\/](?:.*[\\\\/])?node_modules[\\\\/]${PACKAGE_NAME}[\\\\/]`,
);

/**
 * How a client is to start us from now on, given how we were started this time.
 *
 * - Fetched for one run: `npx -y callslip@<this very version> serve`. The exact version is what the user has just tried, so
 *   nothing else runs later without their word.
 * - Installed, or in a checkout: this Node and the built file, both by full path, for a desktop client has no shell's `PATH`.
 *
 * `CALLSLIP_HOME`, when it is set, goes along as a full path. No other variable does.
 */
export function launchOf({ script, execPath, platform, environment, version }: Started): Launch {
  const file = realPath(script);
  const env: Record<string, string> = environment['CALLSLIP_HOME']?.trim()
    ? { CALLSLIP_HOME: resolveHome(environment).folder }
    : {};
  if (!FETCHED_FOR_ONE_RUN.test(file)) return { command: lastingNode(execPath), args: [file, 'serve'], env };
  const npx = ['npx', '-y', `${PACKAGE_NAME}@${version}`, 'serve'];
  // On Windows npx is a batch file, and not every client starts one without a shell.
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args, env };
}

/**
 * Homebrew's Node has its version in its path, and an upgrade removes that folder; beside it is a link that stays.
 */
function lastingNode(execPath: string): string {
  const [, prefix, formula, rest] = /^(.+)\/Cellar\/([^/]+)\/[^/]+\/(.+)$/.exec(execPath) ?? [];
  if (prefix === undefined || formula === undefined || rest === undefined) return execPath;
  const lasting = path.posix.join(prefix, 'opt', formula, rest);
  return realPath(lasting) === realPath(execPath) ? lasting : execPath;
}

/** The path without links; as it is given where there is no such file. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
