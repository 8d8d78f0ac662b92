import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Dialect, Standing } from '../dialect.ts';
import { joinPath } from '../places.ts';
import { valueAt } from '../server-lists.ts';
import { stdioEntry } from './stdio-entry.ts';

/** Gemini CLI: `mcpServers` of `~/.gemini/settings.json`, and of `.gemini/settings.json` in a project. */
export const geminiCli: Dialect = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)\.gemini\/settings\.json$/,
  files: (places) => {
    const home = places.environment['GEMINI_CLI_HOME'] || places.userFolder;
    return {
      user: [joinPath(places, home, '.gemini', 'settings.json')],
      project: [joinPath(places, places.cwd, '.gemini', 'settings.json')],
    };
  },
  keys: {
    // Of each request, in place of ten minutes.
    timeout: { own: 'call_timeout', per: 'ms' },
    authProviderType: 'told',
    targetAudience: 'told',
    targetServiceAccount: 'told',
    tcp: 'told',
    extension: 'idle',
    extensionName: 'idle',
  },
  stays: ({ command, oauth, authProviderType: provider }) => {
    const isNamed = provider !== undefined && provider !== 'dynamic_discovery';
    const signsIn = isNamed || (isJsonObject(oauth) && oauth['enabled'] !== false);
    return command === undefined && signsIn
      ? "signs in by itself, which Callslip can't do yet; it stays in Gemini CLI"
      : undefined;
  },
  reshape,
  bareVariables: true,
  ownEntry: stdioEntry,
};

/**
 * Of two addresses `httpUrl` counts. A plain `url` is tried in both ways, as Gemini CLI does since it made them one key.
 * Which servers start is written elsewhere in the file, by their labels.
 */
function reshape(entry: JsonObject, standing: Standing): JsonObject {
  const { url, ...rest } = entry;
  const reached = rest.httpUrl === undefined || url === undefined ? entry : rest;
  return isBlocked(standing) ? { ...reached, enabled: false } : reached;
}

function isBlocked({ label, document }: Standing): boolean {
  const allowed = valueAt(document, ['mcp', 'allowed']);
  return (
    isListed(label, valueAt(document, ['mcp', 'excluded'])) || (allowed !== undefined && !isListed(label, allowed))
  );
}

/** A bare text stands for a list of one. */
function isListed(label: string, list: Json | undefined): boolean {
  return list === label || (Array.isArray(list) && list.includes(label));
}
