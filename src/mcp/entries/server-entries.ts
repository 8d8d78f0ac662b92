import { isJsonObject } from '../../base/json.ts';
import type { ServerConfig } from '../config.ts';
import { startsItself } from '../import/own-entry.ts';
import type { Environment } from './expand-variables.ts';
import { memberPath } from './member-path.ts';
import { type EntryProblem, readEntry } from './read-entry.ts';

/** Servers in the order in which they are written, the misconfigured among them, and what is wrong. */
export interface ServerEntries {
  readonly servers: readonly ServerConfig[];
  readonly problems: readonly EntryProblem[];
}

/**
 * Reads the value of `mcp_servers`. Never throws: a bad entry becomes a server whose endpoint says what is wrong, and
 * the others are not touched by it.
 *
 * @param root what the list is called in messages.
 */
export function readServerEntries(value: unknown, environment: Environment, root = 'mcp_servers'): ServerEntries {
  if (value === undefined || value === null) return { servers: [], problems: [] };
  if (!isJsonObject(value)) {
    const message = `${root} must map names to servers, but is ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
    const remedy = `write each server under its name: ${root}: { files: { command: … } }`;
    return { servers: [], problems: [{ label: '', path: root, message, remedy, severity: 'error' }] };
  }
  const isNamed = ([label]: readonly [string, unknown]) => label.trim() !== '';
  const entries = Object.entries(value);
  const read = entries.filter(isNamed).map(([label, entry]) => {
    const path = memberPath(root, label);
    const found = readEntry(label, entry, environment, path);
    return isJsonObject(entry) && startsItself(entry) ? withoutEnd(found.server, path) : found;
  });
  const nameless = entries.filter((entry) => !isNamed(entry)).map(([label]) => namelessServer(label, root));
  return {
    servers: read.map(({ server }) => server),
    problems: [...nameless, ...read.flatMap(({ problems }) => problems)],
  };
}

function withoutEnd(server: ServerConfig, path: string): ReturnType<typeof readEntry> {
  const message = `${path} is Callslip itself, which would start itself without end`;
  const remedy = 'remove it, or give it another configuration with --config';
  return {
    server: { ...server, endpoint: { kind: 'misconfigured', reason: message, remedy } },
    problems: [{ label: server.label, path, message, remedy, severity: server.enabled ? 'error' : 'warning' }],
  };
}

function namelessServer(label: string, root: string): EntryProblem {
  const path = `${root}.${JSON.stringify(label)}`;
  const message = `${path} is a server without a name; it is not started`;
  return { label: '', path, message, remedy: 'give it a name', severity: 'error' };
}
