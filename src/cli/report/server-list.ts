import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { maskArguments } from '../../guard/secret-shapes.ts';
import type { ServerConfig } from '../../mcp/config.ts';
import type { LoadedConfig } from '../../runtime/load-config.ts';
import { heldBackServers, readServers } from '../../runtime/server-lists.ts';
import type { WrittenServer } from '../own-servers/written-servers.ts';

/** A server as `callslip list` shows it. Nothing is filled in, and what looks like a secret is `***`. */
export interface ListedServer {
  readonly label: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'misconfigured';
  readonly enabled: boolean;
  /** Where it is written; absolute. */
  readonly file: string;
  readonly command?: string;
  readonly url?: string;
  /** Why it can't be started, and what to do. */
  readonly problem?: string;
}

/** The servers that count, and those that wait to be trusted, file by file. */
export function serverList(written: readonly WrittenServer[], loaded: LoadedConfig): readonly ListedServer[] {
  const { servers } = readServers(loaded);
  const heldBack = heldBackServers(loaded);
  return written.flatMap(({ label, file, entry, standing }) => {
    if (standing === 'covered') return [];
    const server = standing === 'counts' ? servers.find((each) => each.label === label) : undefined;
    const transport = entry === undefined && server !== undefined ? server.endpoint.kind : transportOf(entry);
    const shown = { label, transport, file, ...reachedBy(entry) };
    if (standing === 'counts') {
      return { ...shown, enabled: server?.enabled ?? false, ...problemOf(server) };
    }
    const why = heldBack.find((each) => each.label === label);
    return { ...shown, enabled: false, ...(why && { problem: `${why.reason}; ${why.remedy}` }) };
  });
}

function problemOf(server: ServerConfig | undefined): Pick<ListedServer, 'problem'> {
  if (server?.offBecause !== undefined) return { problem: `${server.offBecause.reason}; ${server.offBecause.remedy}` };
  if (server?.endpoint.kind !== 'misconfigured' || !server.enabled) return {};
  const { reason, remedy } = server.endpoint;
  return { problem: `${reason}; ${remedy}` };
}

function transportOf(entry: JsonObject = {}): ListedServer['transport'] {
  const { command, url, type } = entry;
  if (typeof command === 'string') return 'stdio';
  if (typeof url !== 'string') return 'misconfigured';
  return type === 'sse' ? 'sse' : 'http';
}

function reachedBy(entry: JsonObject = {}): Pick<ListedServer, 'command' | 'url'> {
  const { command, args, url } = entry;
  if (typeof command === 'string') {
    const words = Array.isArray(args) ? args.filter((word) => !isJsonObject(word)).map(String) : [];
    return { command: maskArguments([command, ...words]).join(' ') };
  }
  return typeof url === 'string' ? { url: maskArguments([url]).join('') } : {};
}
