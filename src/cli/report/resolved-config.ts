import type { JsonObject } from '../../base/json.ts';
import { isSecretName } from '../../base/secret-name.ts';
import type { GatewayConfig } from '../../gateway/config.ts';
import { maskSecrets } from '../../guard/mask-secrets.ts';
import { maskArguments } from '../../guard/secret-shapes.ts';
import type { ServerConfig, ToolOverride, ToolTailoring } from '../../mcp/config.ts';
import { knownSecrets } from '../../mcp/known-secrets.ts';
import type { CallslipConfig } from '../../runtime/config.ts';
import type { LoadedConfig } from '../../runtime/load-config.ts';

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
  return maskSecrets(shown, secretsOf(loaded, config)) as JsonObject;
}

function gatewaySection(gateway: GatewayConfig): JsonObject {
  return {
    host: gateway.host,
    port: gateway.port,
    path: gateway.path,
    ...(gateway.tokens.length === 0 && gateway.tokenFault === undefined ? {} : { token: MASK }),
    allowed_hosts: gateway.allowedHosts,
    allowed_origins: gateway.allowedOrigins,
    call_tools: gateway.callTools,
    description_limit: gateway.descriptionLimit,
    toolsets: gateway.toolsets,
    ...(gateway.maxResultChars === undefined ? {} : { max_result_chars: gateway.maxResultChars }),
    max_request_bytes: gateway.maxRequestBytes,
    session_idle: gateway.sessionIdleMs / 1000,
    max_sessions: gateway.maxSessions,
  };
}

function serverSection({ endpoint, ...server }: ServerConfig): JsonObject {
  return {
    ...endpointSection(endpoint),
    enabled: server.enabled,
    start_timeout: server.startTimeoutMs / 1000,
    ...(server.callTimeoutMs === undefined ? {} : { call_timeout: server.callTimeoutMs / 1000 }),
    ...(server.maxCallTimeoutMs === undefined ? {} : { max_call_timeout: server.maxCallTimeoutMs / 1000 }),
    supports_parallel_tool_calls: server.parallelCalls,
    ...(server.maxParallelCalls === undefined ? {} : { max_parallel_calls: server.maxParallelCalls }),
    always_load: server.alwaysLoad,
    ...(server.tools === undefined ? {} : { tools: toolsSection(server.tools) }),
    ...(server.trustAnnotations === true ? { trust_annotations: true } : {}),
  };
}

function toolsSection({ include, exclude, override }: ToolTailoring): JsonObject {
  return {
    ...(include === undefined ? {} : { include }),
    exclude,
    override: Object.fromEntries(
      Object.entries(override).map(([toolName, { hide, ...shown }]) => [
        toolName,
        { ...shown, hide: hiddenSection(hide) },
      ]),
    ),
  };
}

/** What sends nothing is written as a name without a value. */
function hiddenSection(hide: ToolOverride['hide']): JsonObject {
  return Object.fromEntries(Object.entries(hide).map(([name, value]) => [name, value ?? null]));
}

function endpointSection(endpoint: ServerConfig['endpoint']): JsonObject {
  if (endpoint.kind === 'misconfigured') return { misconfigured: endpoint.reason };
  if (endpoint.kind === 'http') return { url: maskUrl(endpoint.url), headers: maskAll(endpoint.headers) };
  const { args, env, cwd } = endpoint;
  const [command = ''] = maskArguments([endpoint.command]);
  return { command, args: maskArguments(args), env: maskAll(env), ...(cwd === undefined ? {} : { cwd }) };
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
