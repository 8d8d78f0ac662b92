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
    // These name variables, which `reshape` writes out.
    env_vars: { own: 'env', names: 'a list of names of variables' },
    bearer_token_env_var: { own: 'headers', names: 'the name of a variable' },
    env_http_headers: { own: 'headers', names: 'a mapping of headers to names of variables' },
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

/** What is written out comes behind what is named only, and so counts. */
function reshape({
  env_vars: names,
  env_http_headers: headers,
  bearer_token_env_var: token,
  ...rest
}: JsonObject): JsonObject {
  return {
    ...(names === undefined ? {} : { env_vars: variablesByName(names) }),
    ...(token === undefined
      ? {}
      : { bearer_token_env_var: isName(token) ? { Authorization: `Bearer \${${token}}` } : token }),
    ...(headers === undefined ? {} : { env_http_headers: headersFromVariables(headers) }),
    ...approvals(rest),
  };
}

/** `env_vars = ["A", { name = "B" }]` hands variables of Codex's own down under their names. */
function variablesByName(listed: Json): Json {
  const names = Array.isArray(listed) ? listed.map((item: Json) => (isJsonObject(item) ? item.name : item)) : [];
  if (!Array.isArray(listed) || !names.every(isName)) return listed;
  return Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
}

/** `env_http_headers = { Header = "NAME" }` */
function headersFromVariables(named: Json): Json {
  const headers = isJsonObject(named) ? Object.entries(named) : [];
  const isUsable = isJsonObject(named) && headers.every(([, name]) => isName(name));
  // A list is no mapping, and is told of.
  return isUsable ? Object.fromEntries(headers.map(([header, name]) => [header, `\${${name}}`])) : [];
}

/** Tools by name with their modes in plain words. `writes` approves nothing that could be named: what only reads, runs. */
function approvals({ tools, default_tools_approval_mode: mode, ...rest }: JsonObject): JsonObject {
  const modes = isJsonObject(tools)
    ? Object.entries(tools).map(([name, said]) => [name, isJsonObject(said) ? (said.approval_mode ?? 'auto') : said])
    : [];
  return {
    ...rest,
    ...(mode === undefined || mode === 'writes' ? {} : { default_tools_approval_mode: mode }),
    ...(tools === undefined ? {} : { tools: isJsonObject(tools) ? Object.fromEntries(modes) : tools }),
  };
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}
