import { CallslipError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ForeignServer, Remark } from '../../mcp/import/foreign-server.ts';
import { isOwnEntry } from '../../mcp/import/own-entry.ts';
import { editServers, readConfig } from '../config/edit-servers.ts';
import { envChange } from '../config/env-change.ts';
import { variablesIn } from '../config/env-file.ts';
import { exactText } from '../config/exact-text.ts';
import type { FileChange } from '../file-change.ts';
import { clientChange, redirectedEntry } from './client-change.ts';
import type { ClientFile, LeftServer, MovedServer, MoveOptions, MovePlan, OwnFiles } from './move-plan.ts';
import { moveServer, type Progress } from './move-server.ts';
import { countUses, type Variables } from './variables.ts';

/**
 * Plans how the servers of clients come into our configuration. Nothing is read or written.
 *
 * A server that can't be used as it stands is left, and so is our own entry, of which nothing is said, and a file with an
 * error, or that can't be changed safely, as a whole. Secrets become variables. With `launch` every other file loses what
 * has moved and gets our entry: who is in `clients` was chosen. A plan on the result of a plan has no changes.
 *
 * @throws CallslipError `invalid-config` when one of our own files can't be read or changed.
 */
export function planMove(options: MoveOptions): MovePlan {
  const { clients, own } = options;
  const { before, written } = startOf(options);
  let progress = before;
  const steps = onceEach(clients).map((client) => {
    const step = moveClient(client, progress, options);
    progress = step.after;
    return step;
  });
  const changes = [
    envChange(own.envFile, own.env, progress.variables.added),
    configChange(own, progress, written),
    ...steps.map(({ change }) => change),
  ].filter((change) => change !== undefined);
  return {
    changes,
    moved: steps.flatMap(({ moved }) => moved),
    left: steps.flatMap(({ left }) => left),
    remarks: steps.flatMap(({ remarks }) => remarks),
  };
}

/** What becomes of one client's servers and file. */
interface Step {
  readonly after: Progress;
  readonly moved: readonly MovedServer[];
  readonly left: readonly LeftServer[];
  readonly change: FileChange | undefined;
  readonly remarks: readonly Remark[];
}

function moveClient(client: ClientFile, before: Progress, { labels, launch }: MoveOptions): Step {
  const { file, found } = client;
  // That a file has no servers yet says nothing to somebody who wants ours in it.
  const remarks = found.remarks.filter(
    ({ severity, path }) => launch === undefined || severity !== 'note' || path !== file,
  );
  const asItIs: Step = { after: before, moved: [], left: [], change: undefined, remarks };
  if (remarks.some(({ severity }) => severity === 'error')) return asItIs;
  const moved: MovedServer[] = [];
  const left: LeftServer[] = [];
  let after = before;
  const others = found.servers.filter((server) => !isOwnEntry(server));
  for (const server of others.filter(({ label }) => labels?.includes(label) ?? true)) {
    const move = moveServer(server, file, found.dialect.id, after);
    if ('left' in move) left.push(move.left);
    else moved.push(move.moved);
    if ('moved' in move && move.after !== undefined) after = move.after;
  }
  try {
    const gone = moved.map(({ label }) => label);
    const change = launch && clientChange(client, gone, launch);
    const redirected = launch && redirectedEntry(client, launch);
    return { after, moved, left, change, remarks: [...remarks, ...(redirected ? [noLongerShown(redirected)] : [])] };
  } catch (error) {
    // What can't be taken out of the file must not be started by us as well.
    if (CallslipError.isInstance(error)) return { ...asItIs, remarks: [...remarks, unchangeable(file, error.message)] };
    throw error;
  }
}

function onceEach(clients: readonly ClientFile[]): readonly ClientFile[] {
  return [...new Map(clients.map((client) => [client.file, client])).values()];
}

function noLongerShown({ path }: ForeignServer): Remark {
  const message = `${path} named another configuration or CALLSLIP_HOME until now, whose servers are not shown any more`;
  return { severity: 'warning', path, message, remedy: 'to go on with that one, run init with it' };
}

function unchangeable(file: string, message: string): Remark {
  const remedy = 'move its servers by hand: callslip import copies them, then write our entry in their place';
  return { severity: 'error', path: file, message, remedy };
}

function startOf({ clients, own, environment }: MoveOptions): {
  readonly before: Progress;
  readonly written: ReadonlySet<string>;
} {
  const { values, servers } = readConfig({ file: own.configFile, before: own.config });
  const { mcp_servers: _servers, ...others } = values;
  const entries = clients.flatMap(({ found }) => found.servers.map(({ entry }) => entry));
  const variables: Variables = {
    environment,
    file: variablesIn(exactText(own.env, own.envFile)),
    added: new Map(),
    uses: countUses([others, ...servers.values(), ...entries]),
  };
  return { before: { servers, variables }, written: new Set(servers.keys()) };
}

function configChange(own: OwnFiles, { servers }: Progress, written: ReadonlySet<string>): FileChange | undefined {
  const edits = [...servers].flatMap(([label, entry]) =>
    written.has(label) || !isJsonObject(entry) ? [] : [{ kind: 'put', label, entry } as const],
  );
  return editServers({ file: own.configFile, before: own.config }, edits);
}
