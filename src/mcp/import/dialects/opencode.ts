import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { KeyPath } from '../../../documents/document-format.ts';
import type { Dialect, Launch, Standing } from '../dialect.ts';
import { joinPath, type Places } from '../places.ts';
import { deniedTools } from './opencode-permissions.ts';

const FILES = ['opencode.json', 'opencode.jsonc'];

/**
 * opencode: `opencode.json` or `.jsonc` in `~/.config/opencode`, in a project, or in its `.opencode`. Version 1 has its
 * servers under `mcp`; version 2 reads them there too, but writes them under `mcp.servers`, with other keys.
 */
export const opencode: Dialect = {
  id: 'opencode',
  title: 'opencode',
  format: 'json',
  at: [['mcp'], ['mcp', 'servers']],
  settings: [
    ['mcp', 'servers'],
    ['mcp', 'timeout'],
  ],
  fileName: /(?:^|\/)opencode\.jsonc?$/,
  files: (places) => ({
    user: FILES.map((file) => joinPath(places, configFolder(places), 'opencode', file)),
    project: [[], ['.opencode']].flatMap((folder) =>
      FILES.map((file) => joinPath(places, places.cwd, ...folder, file)),
    ),
  }),
  keys: {
    codemode: 'idle',
    // Milliseconds: in version 1 of every request, in version 2 by what is waited for.
    timeout: { own: ['start_timeout', 'call_timeout'], per: 'ms' },
    'timeout.startup': { own: 'start_timeout', per: 'ms' },
    'timeout.execution': { own: 'call_timeout', per: 'ms' },
  },
  reshape,
  noServer: ({ type, command, url }) =>
    type === undefined && command === undefined && url === undefined
      ? 'only switches a server that is written down elsewhere'
      : undefined,
  stays: ({ oauth }) =>
    isJsonObject(oauth) ? "signs in with a browser, which Callslip can't do yet; it stays in opencode" : undefined,
  ownEntry,
  toolSearch: {
    does: 'opencode 2 puts the tools of MCP servers behind its Code Mode; opencode 1 shows all of them.',
    isMarked: ({ codemode }) => codemode === false,
    advice:
      'with opencode 2, write the entry under mcp.servers with "codemode": false; opencode 1 does not know that key',
  },
};

/** `$XDG_CONFIG_HOME` or `~/.config`, on every platform. */
function configFolder(places: Places): string {
  return places.environment['XDG_CONFIG_HOME'] || joinPath(places, places.userFolder, '.config');
}

/** The form of version 1 does for both; version 1 starts with no key that it doesn't know. */
function ownEntry({ command, args, env }: Launch, at: KeyPath): JsonObject {
  return {
    type: 'local',
    command: [command, ...args],
    ...(Object.keys(env).length > 0 ? { environment: { ...env } } : {}),
    ...(at.length > 1 ? { codemode: false } : {}),
  };
}

function reshape({ timeout, oauth, protocol, ...rest }: JsonObject, { label, document }: Standing): JsonObject {
  const denied = deniedTools(label, document);
  return {
    ...rest,
    ...limits(timeout),
    // False: no sign-in is tried.
    ...(oauth === undefined || oauth === false ? {} : { oauth }),
    ...(protocol === undefined ? {} : { protocol: GENERATIONS.get(protocol) ?? protocol }),
    ...(denied.length === 0 ? {} : { excludeTools: denied }),
  };
}

/** How generations of the protocol are named there, and here. */
const GENERATIONS: ReadonlyMap<Json, string> = new Map([
  ['legacy', '2025'],
  ['2026-07-28', '2026'],
]);

function limits(timeout: Json | undefined): JsonObject {
  if (!isJsonObject(timeout)) return timeout === undefined ? {} : { timeout };
  return Object.fromEntries(Object.entries(timeout).map(([waitedFor, limit]) => [`timeout.${waitedFor}`, limit]));
}
