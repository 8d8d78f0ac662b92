import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { entryFaults } from '../../mcp/import/entry/entry-faults.ts';
import type { Remark } from '../../mcp/import/foreign-server.ts';
import { startsItself } from '../../mcp/import/own-entry.ts';
import { LONGEST_LABEL, usableLabel } from '../../setup/plan/own-label.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';

/** What the command line says of a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly type?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly cwd?: string;
  readonly disabled?: boolean;
}

/** An entry that can be written, and what to know about it. */
export interface NewEntry {
  readonly entry: JsonObject;
  readonly warnings: readonly Remark[];
}

/**
 * The entry of `mcp_servers` that options and a command stand for.
 *
 * @param here where the folder of a server and a program given by its path start; absent where they are to stay relative.
 * @throws CommandError `usage` when they don't make a server. No value of a variable or header is repeated.
 */
export function entryFromOptions(
  label: string,
  command: readonly string[],
  options: ServerOptions,
  here: string | undefined,
): NewEntry {
  assertLabel(label);
  const [program, ...args] = command;
  const entry = program === undefined ? remoteEntry(options) : programEntry(program, args, options, here);
  const faults = entryFaults(entry, `mcp_servers.${label}`);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault !== undefined) throw usage(`${fault.message}${fault.remedy === undefined ? '' : `; ${fault.remedy}`}`);
  if (startsItself(entry)) throw usage('that is Callslip itself, which would start itself without end');
  return { entry: options.disabled === true ? { ...entry, enabled: false } : entry, warnings: faults };
}

function assertLabel(label: string): void {
  const usable = usableLabel(label);
  if (usable === label) return;
  const shown = JSON.stringify(label.slice(0, 80));
  const letters = `use up to ${LONGEST_LABEL} letters, digits, "-" and "_", as in ${usable}`;
  throw usage(`${shown} can't be a label, as tools are named after it: ${letters}`);
}

function programEntry(
  program: string,
  args: readonly string[],
  options: ServerOptions,
  here: string | undefined,
): JsonObject {
  const { url, type, header, env = [], cwd } = options;
  if (url !== undefined) throw usage('a server has a command or --url, not both');
  if (header !== undefined) throw usage('--header is for a server with --url; a program gets --env');
  if (type !== undefined && type !== 'stdio') throw usage(`--type ${type} is for a server with --url`);
  if (/^https?:/i.test(program)) throw usage('an address is given by --url, as in --url https://host/mcp');
  return {
    command: isPath(program) && cwd === undefined ? whole(program, here) : program,
    ...(args.length === 0 ? {} : { args }),
    ...(env.length === 0 ? {} : { env: pairs(env, '=', '--env takes NAME=value') }),
    ...(cwd === undefined ? {} : { cwd: whole(cwd, here) }),
  };
}

/** One with blanks may be a whole command line in quotes: `npx -y @scope/server`. */
function isPath(program: string): boolean {
  const separator = process.platform === 'win32' ? /[\\/]/ : /\//;
  return /^\.\.?[\\/]/.test(program) || (separator.test(program) && !/\s/.test(program));
}

/** A gateway may be started anywhere. What begins with a variable is whole by that. */
function whole(place: string, here: string | undefined): string {
  return here === undefined || /^(?:\$\{|~)/.test(place) ? place : path.resolve(here, place);
}

function remoteEntry({ url, type, env, cwd, header = [] }: ServerOptions): JsonObject {
  if (url === undefined) throw usage('give a command behind --, as in -- npx -y some-server, or --url');
  if (env !== undefined) throw usage('--env is for a program; a server with --url gets --header');
  if (cwd !== undefined) throw usage('--cwd is for a program');
  if (type === 'stdio') throw usage('--type stdio is for a program; use http or sse with --url');
  return {
    url,
    ...(type === undefined ? {} : { type }),
    ...(header.length === 0 ? {} : { headers: pairs(header, ':', '--header takes "Name: value"') }),
  };
}

/** A value is never repeated: what has the wrong form may be a secret alone. */
function pairs(given: readonly string[], mark: string, form: string): JsonObject {
  const members = given.map((pair) => {
    const at = pair.indexOf(mark);
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name === '') throw usage(form);
    return [name, mark === ':' ? pair.slice(at + 1).trim() : pair.slice(at + 1)] as const;
  });
  const names = members.map(([name]) => (mark === ':' ? name.toLowerCase() : name));
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice !== -1) throw usage(`${form}, and each name once; ${JSON.stringify(members[twice]?.[0])} came twice`);
  return Object.fromEntries(members);
}

function usage(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}
