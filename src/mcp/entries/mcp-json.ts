import type { Dialect } from '../import/dialect.ts';
import { asWritten } from '../import/entry/as-written.ts';
import type { ForeignServer, Remark } from '../import/foreign-server.ts';
import { isForeignServer } from '../import/own-entry.ts';
import { type ForeignFileOptions, readForeignFile } from '../import/read-foreign-file.ts';
import type { Environment } from './expand-variables.ts';
import { type EntryProblem, readEntry } from './read-entry.ts';
import type { ServerEntries } from './server-entries.ts';

/**
 * Reads the text of a file of servers as any client writes it: an `mcp.json`, a `config.toml` of Codex, and so on. Variables
 * are filled in. Never throws: an entry that can't be used becomes a misconfigured server that says why, and one that only
 * its client can run a server that is off.
 *
 * @param file the file's name, for messages, and to tell whose file it is.
 * @param folders what `${userHome}` and `${workspaceFolder}` stand for.
 */
export function readMcpJson(
  written: string,
  environment: Environment,
  file = 'mcp.json',
  folders: Pick<ForeignFileOptions, 'places' | 'projectFolder'> = {},
): ServerEntries {
  const foreign = readForeignFile(written, { ...folders, file });
  // The entry under which the client starts this very program would have it start itself without end.
  const read = foreign.servers
    .filter(isForeignServer)
    .map((server) => readServer(server, foreign.dialect, environment));
  // Whoever names a file means to have servers from it.
  const severity = read.length === 0 ? ({ severity: 'error' } as const) : {};
  return {
    servers: read.map(({ server }) => server),
    problems: [
      ...problemsOf(
        '',
        foreign.remarks.map((remark) => ({ ...remark, ...severity })),
      ),
      ...read.flatMap(({ problems }) => problems),
    ],
  };
}

function readServer(foreign: ForeignServer, dialect: Dialect, environment: Environment) {
  const { label, path, entry, keys, standing, remarks } = foreign;
  if (standing === 'staying') return leftOut(foreign, dialect, environment);
  const told = problemsOf(label, remarks);
  const { server, problems } = readEntry(label, entry ?? {}, environment, path, (fault) =>
    asWritten(fault, path, keys),
  );
  const fault = told.find(({ severity }) => severity === 'error');
  if (fault !== undefined) {
    const { message: reason, remedy } = fault;
    return { server: { ...server, endpoint: { kind: 'misconfigured', reason, remedy } as const }, problems: told };
  }
  const known = new Set(told.map(({ message }) => message));
  return { server, problems: [...told, ...problems.filter(({ message }) => !known.has(message))] };
}

/** A server that only its client can run: shown as switched off, so that nobody has to wonder where it is. */
function leftOut({ label, path, keys, remarks }: ForeignServer, { title }: Dialect, environment: Environment) {
  const reached = keys.filter(({ key }) => key === 'command' || key === 'url').map(({ key, value }) => [key, value]);
  const { server } = readEntry(label, { ...Object.fromEntries(reached), enabled: false }, environment, path);
  const remedy = `use it in ${title}`;
  const reason = remarks.map(({ message }) => message).join('; ');
  const problem = { label, path, message: reason, remedy, severity: 'warning' } as const;
  return { server: { ...server, offBecause: { reason, remedy } }, problems: [problem] };
}

function problemsOf(label: string, remarks: readonly Remark[]): readonly EntryProblem[] {
  return remarks.flatMap(({ severity, path, message, remedy = 'change it there' }) =>
    severity === 'note' ? [] : [{ label, path, message, remedy, severity }],
  );
}
