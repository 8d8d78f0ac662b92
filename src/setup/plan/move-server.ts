import type { Json, JsonObject } from '../../base/json.ts';
import { type Environment, expandVariables, variableNames } from '../../mcp/entries/expand-variables.ts';
import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import type { DialectId } from '../../mcp/import/dialect.ts';
import type { ForeignServer, Remark } from '../../mcp/import/foreign-server.ts';
import { isHandedDown } from '../../mcp/transport/child-environment.ts';
import { UNHOLDABLE } from '../config/env-file.ts';
import type { LeftServer, MovedServer } from './move-plan.ts';
import { labelsFor } from './own-label.ts';
import { standsInFor } from './same-server.ts';
import { takeSecrets } from './take-secrets.ts';
import { allVariables, type Variables } from './variables.ts';

/** Our configuration, as far as a plan has got with it. */
export interface Progress {
  readonly servers: ReadonlyMap<string, Json | undefined>;
  readonly variables: Variables;
}

/** What becomes of one server. `after` is absent when our configuration stays as it is. */
export type Move =
  | { readonly moved: MovedServer; readonly after: Progress | undefined }
  | { readonly left: LeftServer };

/** Decides on one server of a client that is not ourselves. */
export function moveServer(server: ForeignServer, file: string, dialect: DialectId, before: Progress): Move {
  const { label, path, entry, remarks } = server;
  if (entry === undefined) return { left: { file, label, remarks } };
  const taken = takeSecrets(label, entry, before.variables);
  const [refused] = taken.refused;
  if (refused !== undefined) return { left: { file, label, remarks: [...remarks, unwritable(`${path}.${refused}`)] } };

  const environment = allVariables(taken.variables);
  const { ownLabel, isThere } = placeFor(label, dialect, taken.entry, before.servers, environment);
  const isNew = ownLabel === label;
  const after = isThere
    ? undefined
    : { servers: new Map([...before.servers, [ownLabel, taken.entry]]), variables: taken.variables };
  const stands = isThere ? before.servers.get(ownLabel) : taken.entry;
  const moved: MovedServer = {
    file,
    label,
    ownLabel,
    how: isThere ? 'same' : isNew ? 'new' : 'renamed',
    enabled: readServerEntries({ server: stands }, environment).servers[0]?.enabled ?? true,
    variables: isThere ? [] : taken.names,
    unset: unsetIn(stands, server, environment),
    ofTheShell: onlyInTheShell(stands, taken.variables),
    approved: server.approved,
    remarks,
  };
  return { moved, after };
}

/** The first label that is free, or has an entry that stands in for this one. */
function placeFor(
  label: string,
  dialect: DialectId,
  entry: JsonObject,
  servers: Progress['servers'],
  environment: Environment,
): { readonly ownLabel: string; readonly isThere: boolean } {
  for (const ownLabel of labelsFor(label, dialect)) {
    if (!servers.has(ownLabel)) return { ownLabel, isThere: false };
    if (standsInFor(servers.get(ownLabel), entry, environment)) return { ownLabel, isThere: true };
  }
  throw new Error('labels never end');
}

function unsetIn(entry: Json | undefined, { asked }: ForeignServer, environment: Environment): readonly string[] {
  const unknown = asked.map(({ name }) => name).filter((name) => environment[name] === undefined);
  return [...new Set([...expandVariables(entry, environment).missing, ...unknown])];
}

function onlyInTheShell(entry: Json | undefined, { environment, file, added }: Variables): readonly string[] {
  const isOnly = (name: string) =>
    environment[name] !== undefined && !file.has(name) && !added.has(name) && !isHandedDown(name);
  return variableNames(entry).filter(isOnly);
}

function unwritable(path: string): Remark {
  const message = `${path} holds a secret that no line of .env can hold: ${UNHOLDABLE}`;
  return { severity: 'error', path, message, remedy: `set it in the environment, and write $\{NAME} there` };
}
