import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Dialect } from '../dialect.ts';
import { joinPath, settingsFolder } from '../places.ts';
import { keepProgramVariables } from './program-variables.ts';
import { stdioEntry } from './stdio-entry.ts';

/** Editions of the program, each with a folder of settings of this name. */
const EDITIONS = ['Code', 'Code - Insiders', 'VSCodium'];

/**
 * VS Code: `servers` of `mcp.json` in the user's folder of settings, and of `.vscode/mcp.json` of a project. Older versions
 * kept them in `settings.json`, under `mcp.servers`; that is still read when such a file is named.
 */
export const vsCode: Dialect = {
  id: 'vs-code',
  title: 'VS Code',
  format: 'json',
  at: [['servers'], ['mcp', 'servers']],
  fileName:
    /(?:^|\/)(?:\.vscode|(?:Code|Code - Insiders|VSCodium)\/User(?:\/profiles\/[^/]+)?)\/(?:mcp|settings)\.json$/,
  files: (places) => ({
    user: EDITIONS.map((edition) => joinPath(places, settingsFolder(places), edition, 'User', 'mcp.json')),
    project: [joinPath(places, places.cwd, '.vscode', 'mcp.json')],
  }),
  keys: {
    // Of no consequence once a sandbox is off.
    sandboxEnabled: 'idle',
    sandbox: 'idle',
    // It restarts a server under development when its files change.
    dev: 'told',
    gallery: 'idle',
  },
  stays: ({ oauth, sandboxEnabled }) => {
    if (isJsonObject(oauth)) return "signs in with a browser, which Callslip can't do yet; it stays in VS Code";
    return sandboxEnabled === true ? 'runs in a sandbox of VS Code, which Callslip has not; it stays there' : undefined;
  },
  reshape: (entry) => keepProgramVariables(withoutUnset(withOpenType(entry))),
  ownEntry: (launch) => ({ type: 'stdio', ...stdioEntry(launch) }),
  toolSearch: {
    does: 'VS Code looks for MCP tools with a search of its own where the model can, and groups tools when a request has more than 128.',
    advice:
      'if the model does not find it, write #tool_search into the prompt; fewer servers beside callslip keep a request below 128 tools',
  },
};

/** A variable that is null is taken away from the program; it gets none of ours anyway but a few that it needs. */
function withoutUnset(entry: JsonObject): JsonObject {
  const { env } = entry;
  if (!isJsonObject(env)) return entry;
  return { ...entry, env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null)) };
}

/** `http` means any address: it is tried over SSE too. */
function withOpenType({ type, ...entry }: JsonObject): JsonObject {
  return type === undefined || type === 'http' ? entry : { ...entry, type };
}
