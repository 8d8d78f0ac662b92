import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Dialect } from '../dialect.ts';
import { joinPath } from '../places.ts';
import { stdioEntry } from './stdio-entry.ts';

/** Codex (command line, desktop and editor alike): `mcp_servers` of `config.toml`. */
export const codex: Dialect = {
  id: 'codex',
  title: 'Codex',
  format: 'toml',
  at: [['mcp_servers']],
  fileName: /(?:^|\/)\.codex\/config\.toml$/,
  files: (places) => {
    const home = places.environment['CODEX_HOME'] || joinPath(places, places.userFolder, '.codex');
    return {
      user: [joinPath(places, home, 'config.toml')],
      project: [joinPath(places, places.cwd, '.codex', 'config.toml')],
    };
  },
  keys: {
    startup_timeout_sec: { own: 'start_timeout' },
    startup_timeout_ms: { own: 'start_timeout', per: 'ms' },
    tool_timeout_sec: { own: 'call_timeout' },
    // These name variables; `reshape` writes them out, so only what can't be read gets here.
    env_vars: { own: 'env' },
    bearer_token_env_var: { own: 'headers' },
    env_http_headers: { own: 'headers' },
    default_tools_approval_mode: 'approved',
    tools: 'approved',
    required: 'told',
    scopes: 'told',
    oauth_resource: 'told',
    http_headers_helper: 'told',
    environment_id: 'told',
    experimental_environment: 'told',
    // How and when Codex shows tools; here Callslip decides.
    omit_tools_from: 'idle',
    startup_readiness: 'idle',
  },
  stays: ({ url, oauth, scopes, oauth_resource: resource, http_headers_helper: helper }) => {
    if (url === undefined) return undefined;
    if (isJsonObject(oauth) || Array.isArray(scopes) || resource !== undefined) {
      return "signs in with a browser, which Callslip can't do yet; it stays in Codex";
    }
    return helper ? 'gets its headers from a command; it stays in Codex, which runs that' : undefined;
  },
  reshape,
  // A first start through npx takes longer than the 10 s that Codex waits, and calls have limits of their own here.
  ownEntry: (launch) => ({
    ...stdioEntry(launch),
    startup_timeout_sec: 60,
    tool_timeout_sec: 3600,
    omit_tools_from: ['deferred'],
  }),
  toolSearch: {
    does: 'Codex hides the tools of MCP servers behind a search of its own where the model can use that.',
    isMarked: ({ omit_tools_from: from }) => Array.isArray(from) && from.includes('deferred'),
    advice:
      'write omit_tools_from = ["deferred"] under [mcp_servers.callslip], or run: callslip init --client codex (versions before 0.147 ignore the key)',
  },
};

function reshape(entry: JsonObject): JsonObject {
  return [variablesByName, headersFromVariables, bearerToken, approvals].reduce((flat, step) => step(flat), entry);
}

/** `env_vars = ["A", { name = "B" }]` hands variables of Codex's own down under their names. */
function variablesByName({ env_vars: listed, ...rest }: JsonObject): JsonObject {
  if (listed === undefined) return rest;
  const names = Array.isArray(listed) ? listed.map((item: Json) => (isJsonObject(item) ? item.name : item)) : [];
  if (!Array.isArray(listed) || !names.every(isName)) return { ...rest, env_vars: listed };
  return addTo(rest, 'env', Object.fromEntries(names.map((name) => [name, `\${${name}}`])));
}

/** `env_http_headers = { Header = "NAME" }` */
function headersFromVariables({ env_http_headers: named, ...rest }: JsonObject): JsonObject {
  if (named === undefined) return rest;
  const headers = isJsonObject(named) ? Object.entries(named) : [];
  if (!isJsonObject(named) || !headers.every(([, name]) => isName(name))) return { ...rest, env_http_headers: named };
  return addTo(rest, 'http_headers', Object.fromEntries(headers.map(([header, name]) => [header, `\${${name}}`])));
}

function bearerToken({ bearer_token_env_var: name, ...rest }: JsonObject): JsonObject {
  if (name === undefined) return rest;
  if (!isName(name)) return { ...rest, bearer_token_env_var: name };
  return addTo(rest, 'http_headers', { Authorization: `Bearer \${${name}}` });
}

/** Tools by name with their modes in plain words. `writes` approves nothing that could be named: what only reads, runs. */
function approvals({ tools, default_tools_approval_mode: mode, ...rest }: JsonObject): JsonObject {
  const modes = isJsonObject(tools)
    ? Object.entries(tools).map(([name, said]) => [name, isJsonObject(said) ? said.approval_mode : said] as const)
    : [];
  return {
    ...rest,
    ...(mode === undefined || mode === 'writes' ? {} : { default_tools_approval_mode: mode }),
    ...(modes.length === 0 ? {} : { tools: Object.fromEntries(modes) }),
  };
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}

/** What is written out stays first: a list of names doesn't take its place. */
function addTo(entry: JsonObject, key: string, more: JsonObject): JsonObject {
  const there = entry[key] ?? {};
  return isJsonObject(there) ? { ...entry, [key]: { ...more, ...there } } : entry;
}
