import type { Logger } from '../../base/logger.ts';
import { type GatewayConfig, resultLimits } from '../../gateway/config.ts';
import { createGateway, type Gateway } from '../../gateway/create-gateway.ts';
import { readGatewayConfig } from '../../gateway/read-config.ts';
import { maskText } from '../../guard/mask-secrets.ts';
import { expandVariables } from '../../mcp/entries/expand-variables.ts';
import type { ConfigProblem } from '../../runtime/config.ts';
import type { Runtime } from '../../runtime/create-runtime.ts';
import type { LoadedConfig } from '../../runtime/load-config.ts';
import { PACKAGE_NAME, packageVersion } from '../../runtime/package-root.ts';

/** The section `gateway` as it is used, and what is wrong in it. */
export interface LoadedGateway {
  readonly gateway: GatewayConfig;
  readonly problems: readonly ConfigProblem[];
}

/** Reads the section `gateway`, its variables filled in. Never throws: a token that can't be used shuts the HTTP door. */
export function loadGateway({ values, environment }: Pick<LoadedConfig, 'values' | 'environment'>): LoadedGateway {
  const { value, missing, filled } = expandVariables(values['gateway'], environment);
  const { config, warnings } = readGatewayConfig(value);
  return {
    gateway: config,
    problems: [
      ...missing.map((name) => ({
        severity: 'error' as const,
        message: `gateway needs the variable ${name}, which is not set`,
        remedy: `set ${name} in the environment, or give a default: \${${name}:-value}`,
      })),
      ...(config.tokenFault === undefined ? [] : [{ severity: 'error' as const, message: config.tokenFault }]),
      ...warnings.map((message) => ({
        severity: 'warning' as const,
        message: maskText(message, [...filled.values()]),
      })),
    ],
  };
}

/** A gateway over a runtime. Its results pass whole, unless `gateway.max_result_chars` is set. */
export function openGateway(runtime: Runtime, config: GatewayConfig, logger: Logger): Gateway {
  return createGateway({
    registry: runtime.registry,
    sessions: runtime.sessionsWith(resultLimits(config)),
    upstreams: runtime.upstreams,
    peers: runtime.peers,
    onReload: runtime.onReload,
    serverInfo: { name: PACKAGE_NAME, version: packageVersion() },
    config,
    scopeFor: ({ sessionId }) => runtime.scope({ sessionId, surface: 'mcp' }),
    logger,
  });
}
