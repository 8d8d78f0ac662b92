import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Dialect, Launch } from '../dialect.ts';
import { joinPath, type Places, settingsFolder } from '../places.ts';

/** goose: `extensions` of `config.yaml`. It has no file for a project. */
export const goose: Dialect = {
  id: 'goose',
  title: 'goose',
  format: 'yaml',
  at: [['extensions']],
  fileName: /(?:^|\/)goose\/(?:config\/)?config\.yaml$/,
  files: (places) => ({ user: [joinPath(places, configFolder(places), 'config.yaml')], project: [] }),
  keys: {
    // Seconds, of each call.
    timeout: { own: 'call_timeout' },
    available_tools: 'include',
    // Names, which `reshape` writes out as variables.
    env_keys: { own: 'env', names: 'a list of names of variables' },
    socket: 'told',
    bundled: 'idle',
  },
  reshape,
  noServer: ({ type }) =>
    typeof type === 'string' && OWN_TYPES.has(type) ? `is a part of goose (${type}), which stays there` : undefined,
  asks: (entry) =>
    Object.fromEntries(keyringNames(entry).map((name) => [name, 'a secret that goose keeps in its keyring'])),
  ownEntry,
  toolSearch: {
    does: 'goose puts all tools behind its extension Code Mode (code_execution), which is on.',
    isOn: isCodeModeOn,
    advice: 'switch code_execution off: run goose configure, then Toggle Extensions',
  },
};

/** Extensions that run inside goose itself. */
const OWN_TYPES: ReadonlySet<string> = new Set(['builtin', 'platform', 'frontend', 'inline_python']);

function isCodeModeOn(entries: ReadonlyMap<string, unknown>): boolean {
  const entry = entries.get('code_execution');
  return isJsonObject(entry) && entry['enabled'] === true;
}

function configFolder(places: Places): string {
  const { platform, userFolder, environment } = places;
  const root = environment['GOOSE_PATH_ROOT'];
  if (root) return joinPath(places, root, 'config');
  if (platform === 'win32') return joinPath(places, settingsFolder(places), 'Block', 'goose', 'config');
  return joinPath(places, environment['XDG_CONFIG_HOME'] || joinPath(places, userFolder, '.config'), 'goose');
}

function ownEntry({ command, args, env }: Launch): JsonObject {
  return {
    enabled: true,
    type: 'stdio',
    name: 'callslip',
    description: 'Finds, describes and calls the tools of all your servers',
    cmd: command,
    args: [...args],
    envs: { ...env },
    env_keys: [],
    timeout: 300,
  };
}

/**
 * An empty list of `available_tools` means all. Variables of a server at an address are not for a process: goose fills
 * them in in its headers.
 */
function reshape({ available_tools: tools, ...rest }: JsonObject): JsonObject {
  const entry =
    Array.isArray(tools) && tools.length === 0
      ? rest
      : { ...rest, ...(tools === undefined ? {} : { available_tools: tools }) };
  return rest.uri === undefined ? withKeyring(entry) : withFilledHeaders(entry);
}

function withKeyring(entry: JsonObject): JsonObject {
  const { env_keys: keys, ...rest } = entry;
  // What is written out comes behind it, and so counts.
  return isNames(keys) ? { env_keys: Object.fromEntries(keys.map((name) => [name, `\${${name}}`])), ...rest } : entry;
}

function withFilledHeaders(entry: JsonObject): JsonObject {
  const { env_keys: keys, envs, headers, ...rest } = entry;
  const filled = isJsonObject(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, envs)]))
    : headers;
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: filled ?? null }),
    // What can't be read is told.
    ...(isNames(keys ?? []) ? {} : { env_keys: keys ?? null }),
    ...(isJsonObject(envs ?? {}) ? {} : { envs: envs ?? null }),
  };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

/** What the entry itself says of a variable is written out; any other stays one, in our form. */
function fill(value: Json | undefined, envs: Json | undefined): Json {
  if (typeof value !== 'string') return value ?? null;
  return value.replace(VARIABLE, (_match, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? '';
    const said = isJsonObject(envs) && Object.hasOwn(envs, name) ? envs[name] : undefined;
    return typeof said === 'string' ? said.replaceAll('${', () => '$${') : `\${${name}}`;
  });
}

function keyringNames({ env_keys: keys }: JsonObject): readonly string[] {
  return isNames(keys) ? keys : [];
}

function isNames(value: Json | undefined): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
  );
}
