import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import type { Environment } from '../../mcp/entries/expand-variables.ts';
import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import { isProgramFound } from './find-program.ts';

/** Where a server would start. */
export interface StartPlace {
  readonly environment: Environment;
  /** Variables that are not set. */
  readonly unset: readonly string[];
  readonly cwd: string;
  /** Whether it always starts there. */
  readonly isFixed: boolean;
}

/** What makes it unlikely that a server's program starts, a sentence each. */
export async function startDoubts(
  label: string,
  entry: JsonObject,
  { environment, unset, cwd, isFixed }: StartPlace,
): Promise<readonly string[]> {
  // Whatever else it waits for, its program can be looked for.
  const asSet = Object.fromEntries(unset.map((name) => [name, '']));
  const [server] = readServerEntries({ [label]: entry }, { ...environment, ...asSet }).servers;
  if (server?.endpoint.kind !== 'stdio') return [];
  const { endpoint } = server;
  if (endpoint.cwd !== undefined && !(await isOfKind(path.resolve(cwd, endpoint.cwd), 'isDirectory'))) {
    return [`the folder ${JSON.stringify(entry['cwd'])} is not there; make it, or give another one`];
  }
  const isFound = await isProgramFound(endpoint, environment, cwd);
  const fromHere = endpoint.cwd === undefined && !isFixed ? await pathsFromHere(endpoint.args, cwd) : [];
  return [...(isFound ? [] : [notFound(String(entry['command']))]), ...fromHere.map(elsewhere)];
}

function notFound(command: string): string {
  const remedy = /\s/.test(command)
    ? 'write a program and its arguments as words of their own, as in: -- npx -y some-server'
    : 'install it, or give its path';
  return `the program ${JSON.stringify(command)} was not found here; ${remedy}`;
}

function elsewhere(argument: string): string {
  return `${JSON.stringify(argument)} is a path from here, and a client may start us elsewhere; give the whole path, or --cwd`;
}

/** Arguments that name something here only because the command was typed here. */
async function pathsFromHere(args: readonly string[], cwd: string): Promise<readonly string[]> {
  const relative = args.filter(
    (argument) => argument !== '' && !argument.startsWith('-') && !path.isAbsolute(argument),
  );
  const named = await Promise.all(relative.map((argument) => isPathFromHere(argument, cwd)));
  return relative.filter((_argument, index) => named[index]);
}

/** A folder by a bare name may be anything: `serve`, `docs`. */
async function isPathFromHere(argument: string, cwd: string): Promise<boolean> {
  const place = path.resolve(cwd, argument);
  if (await isOfKind(place, 'isFile')) return true;
  return /^\.\.?(?=$|[\\/])|[\\/]$/.test(argument) && (await isOfKind(place, 'isDirectory'));
}

async function isOfKind(place: string, kind: 'isFile' | 'isDirectory'): Promise<boolean> {
  const found = await stat(place).catch(() => undefined);
  return found?.[kind]() === true;
}
