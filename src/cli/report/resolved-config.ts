import type { JsonObject } from '../../base/json.ts';
import { isSecretName } from '../../base/secret-name.ts';
import type { GatewayConfig } from '../../gateway/config.ts';
import { maskSecrets } from '../../guard/mask-secrets.ts';
import { maskArguments } from '../../guard/secret-shapes.ts';
import type { HttpEndpoint, ServerConfig, ToolOverride, ToolTailoring } from '../../mcp/config.ts';
import { knownSecrets } from '../../mcp/known-secrets.ts';
import type { CallslipConfig } from '../../runtime/config.ts';
import type { LoadedConfig } from '../../runtime/load-config.ts';
import { objectIn } from './json-view.ts';

const MASK = '***';
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)/g;

/**
 * The configuration as it is used, in the keys of the configuration file, every default filled in and no secret in it:
 * values of `env` and `headers` are masked one and all, and so is whatever a secret variable or key holds, wherever it
 * stands.
 */
export function resolvedConfig(loaded: LoadedConfig, config: CallslipConfig, gateway: GatewayConfig): JsonObject {
  const { toolSearch, connectors, scope, dispatch } = config;
  const shown: JsonObject = {
    tools: {
      tool_search: {
        enabled: toolSearch.enabled,
        threshold_pct: toolSearch.thresholdPct,
        search_default_limit: toolSearch.searchDefaultLimit,
        max_search_limit: toolSearch.maxSearchLimit,
        listing: toolSearch.listing,
        listing_max_tokens: toolSearch.listingMaxTokens,
        defer: toolSearch.defer,
        related: toolSearch.related,
      },
      connectors: { enabled: connectors.enabled },
    },
    ...(scope.enabled === undefined ? {} : { toolsets: scope.enabled }),
    ...(scope.disabled === undefined ? {} : { agent: { disabled_toolsets: scope.disabled } }),
    ...(scope.contextLength === undefined ? {} : { model: { context_length: scope.contextLength } }),
    dispatch: {
      call_timeout: dispatch.callTimeoutMs / 1000,
      max_call_timeout: dispatch.maxCallTimeoutMs / 1000,
      max_parallel_calls: dispatch.maxParallelCalls,
      loop_guardrails: dispatch.loopGuardrails,
      ...(dispatch.maxResultChars === undefined ? {} : { max_result_chars: dispatch.maxResultChars }),
      ...(dispatch.maxTurnChars === undefined ? {} : { max_turn_chars: dispatch.maxTurnChars }),
    },
    approvals: {
      deny_tools: dispatch.denyTools === 'all' ? ['*'] : dispatch.denyTools,
      timeout: dispatch.approvalTimeoutMs / 1000,
    },
    gateway: gatewaySection(gateway),
    mcp_servers: Object.fromEntries(config.servers.map((server) => [server.label, serverSection(server)])),
  };
  const known = secretsOf(loaded, config);
  const masked = maskSecrets(shown, known) as JsonObject;
  // Only its name tells of a secret.
  const issuers = maskSecrets(gateway.authorizationServers, known);
  return { ...masked, gateway: { ...objectIn(masked['gateway']), authorization_servers: issuers } };
}

function gatewaySection(gateway: GatewayConfig): JsonObject {
  return {
    host: gateway.host,
    port: gateway.port,
    path: gateway.path,
    ...(gateway.tokens.length === 0 && gateway.tokenFault === undefined ? {} : { token: MASK }),
    allowed_hosts: gateway.allowedHosts,
    allowed_origins: gateway.allowedOrigins,
    ...(gateway.publicUrl === undefined ? {} : { public_url: gateway.publicUrl }),
    trusted_proxies: gateway.trustedProxies,
    authorization_servers: gateway.authorizationServers,
    call_tools: gateway.callTools,
    description_limit: gateway.descriptionLimit,
    toolsets: gateway.toolsets,
    ...(gateway.maxResultChars === undefined ? {} : { max_result_chars: gateway.maxResultChars }),
    max_request_bytes: gateway.maxRequestBytes,
    session_idle: gateway.sessionIdleMs / 1000,
    max_sessions: gateway.maxSessions,
    drain_timeout: gateway.drainTimeoutMs / 1000,
  };
}

function serverSection({ endpoint, ...server }: ServerConfig): JsonObject {
  return {
    ...endpointSection(endpoint),
    protocol: server.protocol ?? 'auto',
    enabled: server.enabled,
    start_timeout: server.startTimeoutMs / 1000,
    lazy: server.lazy ?? false,
    ...(server.idleTimeoutMs === undefined ? {} : { idle_timeout: server.idleTimeoutMs / 1000 }),
    ...(server.callTimeoutMs === undefined ? {} : { call_timeout: server.callTimeoutMs / 1000 }),
    ...(server.maxCallTimeoutMs === undefined ? {} : { max_call_timeout: server.maxCallTimeoutMs / 1000 }),
    ...(server.maxParallelCalls === undefined ? {} : { max_parallel_calls: server.maxParallelCalls }),
    supports_parallel_tool_calls: server.parallelCalls,
    always_load: server.alwaysLoad,
    trust_annotations: server.trustAnnotations ?? false,
    ...(server.tools === undefined ? {} : { tools: toolsSection(server.tools) }),
    ...(server.prompts === undefined ? {} : { prompts: withoutAbsent(server.prompts) }),
    ...(server.resources === undefined ? {} : { resources: withoutAbsent(server.resources) }),
  };
}

function toolsSection({ override, ...selection }: ToolTailoring): JsonObject {
  const shown = Object.entries(override).map(([toolName, { hide, ...rest }]) => [
    toolName,
    { ...rest, hide: hiddenSection(hide) },
  ]);
  return withoutAbsent({ ...selection, override: Object.fromEntries(shown) });
}

function withoutAbsent(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** What sends nothing is written as a name without a value. */
function hiddenSection(hide: ToolOverride['hide']): JsonObject {
  return Object.fromEntries(Object.entries(hide).map(([name, value]) => [name, value ?? null]));
}

function endpointSection(endpoint: ServerConfig['endpoint']): JsonObject {
  if (endpoint.kind === 'misconfigured') return { misconfigured: endpoint.reason };
  if (endpoint.kind === 'http') return httpSection(endpoint);
  const { args, env, cwd } = endpoint;
  const [command = ''] = maskArguments([endpoint.command]);
  return { command, args: maskArguments(args), env: maskAll(env), ...(cwd === undefined ? {} : { cwd }) };
}

function httpSection({ url, headers, transport = 'auto' }: HttpEndpoint): JsonObject {
  return { url: maskUrl(url), headers: maskAll(headers), ...(transport === 'auto' ? {} : { type: transport }) };
}

function maskAll(values: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));
}

function maskUrl(url: string): string {
  const shown = new URL(url);
  for (const name of shown.searchParams.keys()) if (isSecretName(name)) shown.searchParams.set(name, MASK);
  return shown.href;
}

function secretsOf({ values, mcpJson, environment }: LoadedConfig, { servers }: CallslipConfig): readonly string[] {
  const written = [JSON.stringify(values), ...mcpJson.map(({ content }) => content ?? '')];
  const variables = written.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name));
  const held = variables.filter(isSecretName).flatMap((name) => environment[name] ?? []);
  return [...held, ...servers.flatMap((server) => knownSecrets(server))];
}
