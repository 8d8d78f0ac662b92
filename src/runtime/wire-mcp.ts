import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { ServerConfig } from '../mcp/config.ts';
import { createMcpSource, type McpSource, type McpSourceStatus } from '../mcp/mcp-source.ts';
import type { Registry } from '../registry/registry.ts';
import { PACKAGE_NAME, packageVersion } from './package-root.ts';

/** The upstream servers of a runtime. */
export interface Servers {
  /** In the order of the configuration. */
  status(): readonly McpSourceStatus[];
  /** Ends them all, and resolves when no process is left. */
  stop(): Promise<void>;
}

/**
 * Starts every server, side by side. Returns at once; each shows in the registry from its start on.
 *
 * @param spawnDelayMs how long programs wait, so that a door can open before they compete with it for the processor.
 */
export function startServers(
  configs: readonly ServerConfig[],
  registry: Registry,
  { clock, logger, spawnDelayMs }: { readonly clock: Clock; readonly logger: Logger; readonly spawnDelayMs: number },
): Servers {
  const client = { name: PACKAGE_NAME, version: packageVersion() };
  const sources: readonly McpSource[] = configs.map((config, order) => {
    const handle = registry.open({ kind: 'mcp', label: config.label, order });
    return createMcpSource({ config, handle, client, clock, logger });
  });
  const waits = ({ enabled, endpoint }: ServerConfig) => spawnDelayMs > 0 && enabled && endpoint.kind === 'stdio';
  const cancels = configs.map((config, order) => {
    const start = () => sources[order]?.start();
    return waits(config) ? clock.schedule(spawnDelayMs, start) : start();
  });
  return {
    status: () => sources.map((source) => source.status()),
    async stop() {
      for (const cancel of cancels) cancel?.();
      await Promise.all(sources.map((source) => source.stop()));
    },
  };
}
