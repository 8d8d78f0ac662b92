import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Dialect, Standing } from '../dialect.ts';
import { joinPath, type Places, settingsFolder } from '../places.ts';
import { valueAt } from '../server-lists.ts';
import { stdioEntry } from './stdio-entry.ts';

/** Zed: `context_servers` of `settings.json`, the user's or that of `.zed` in a project. */
export const zed: Dialect = {
  id: 'zed',
  title: 'Zed',
  format: 'json',
  at: [['context_servers']],
  fileName: /(?:^|\/)(?:\.zed|zed|Zed)\/settings\.json$/,
  files: (places) => ({
    user: [userFile(places)],
    project: [joinPath(places, places.cwd, '.zed', 'settings.json')],
  }),
  keys: {
    // Seconds, of each request.
    timeout: { own: 'call_timeout' },
    // True: it runs on the machine that a remote project is on.
    remote: 'told',
    source: 'idle',
    settings: 'idle',
    'agent.tool_permissions': 'approved',
  },
  reshape,
  noServer: (entry) =>
    Object.keys(entry).every((key) => OF_EXTENSIONS.has(key)) ? 'belongs to an extension of Zed' : undefined,
  ownEntry: (launch) => ({ ...stdioEntry(launch), env: { ...launch.env } }),
};

/** What Zed keeps for a server that an extension starts; one of its own has a `command` or a `url` besides. */
const OF_EXTENSIONS: ReadonlySet<string> = new Set(['source', 'enabled', 'settings', 'remote']);

function userFile(places: Places): string {
  const { platform, userFolder } = places;
  if (platform === 'win32') return joinPath(places, settingsFolder(places), 'Zed', 'settings.json');
  const folder = platform === 'darwin' ? joinPath(places, userFolder, '.config') : settingsFolder(places);
  return joinPath(places, folder, 'zed', 'settings.json');
}

/** Rules on tools are elsewhere in the file: under `agent.tool_permissions`, where a tool is `mcp:<server>:<tool>`. */
function reshape({ remote, ...rest }: JsonObject, { label, document }: Standing): JsonObject {
  const modes = modesOf(label, document);
  const denied = Object.keys(modes).filter((name) => modes[name] === 'deny');
  return {
    ...rest,
    ...(remote === undefined || remote === false ? {} : { remote }),
    ...(Object.keys(modes).length === 0 ? {} : { 'agent.tool_permissions': modes }),
    ...(denied.length === 0 ? {} : { excludeTools: denied }),
  };
}

function modesOf(label: string, document: JsonObject): JsonObject {
  const prefix = `mcp:${label}:`;
  const rules = valueAt(document, ['agent', 'tool_permissions', 'tools']);
  const own = isJsonObject(rules) ? Object.entries(rules).filter(([name]) => name.startsWith(prefix)) : [];
  const everywhere =
    valueAt(document, ['agent', 'tool_permissions', 'default']) ??
    (valueAt(document, ['agent', 'always_allow_tool_actions']) === true ? 'allow' : undefined);
  return Object.fromEntries([
    ...(everywhere === 'allow' ? [['*', everywhere] as const] : []),
    ...own.flatMap(([name, rule]) =>
      isJsonObject(rule) && typeof rule.default === 'string'
        ? [[name.slice(prefix.length), rule.default] as const]
        : [],
    ),
  ]);
}
