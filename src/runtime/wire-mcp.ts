import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { stableJson } from '../base/stable-json.ts';
import type { ServerConfig } from '../mcp/config.ts';
import type { ManifestStore } from '../mcp/manifest/manifest.ts';
import { createMcpSource, type McpSource } from '../mcp/mcp-source.ts';
import type { ClientPeers } from '../mcp/peers/client-peer.ts';
import type { McpSourceStatus } from '../mcp/source-status.ts';
import { joinUpstreams } from '../mcp/upstream/join-upstreams.ts';
import type { Upstreams } from '../mcp/upstream/upstream.ts';
import type { Registry } from '../registry/registry.ts';
import type { SourceHandle } from '../registry/source.ts';
import { PACKAGE_NAME, packageVersion } from './package-root.ts';

/** Which servers a new configuration started, stopped, or started anew; by label. One that is switched off is not running. */
export interface ServerChanges {
  readonly started: readonly string[];
  readonly stopped: readonly string[];
  readonly restarted: readonly string[];
}

/** The upstream servers of a runtime. */
export interface Servers {
  /** In the order of the configuration. */
  status(): readonly McpSourceStatus[];
  /** What they offer beside tools. */
  readonly upstreams: Upstreams;
  /**
   * Follows another configuration. Servers whose entry is the same go on, and those of them that had failed are tried
   * again; all others stop, and what is new or changed starts. Resolves when nothing is left of what stopped.
   */
  apply(configs: readonly ServerConfig[]): Promise<ServerChanges>;
  /** Ends them all, and resolves when no process is left. */
  stop(): Promise<void>;
}

/** What the servers of a runtime share. */
export interface ServerParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long programs wait, so that a door can open before they compete with it for the processor. */
  readonly spawnDelayMs: number;
  /** Clients that may be asked what a server wants to know. */
  readonly peers: ClientPeers;
  readonly manifests: ManifestStore;
}

interface Running {
  readonly config: ServerConfig;
  readonly handle: SourceHandle;
  readonly source: McpSource;
}

/** Starts every server, side by side. Returns at once; each shows in the registry from its start on. */
export function startServers(
  configs: readonly ServerConfig[],
  registry: Registry,
  { spawnDelayMs, ...parts }: ServerParts,
): Servers {
  const client = { name: PACKAGE_NAME, version: packageVersion() };
  const upstreams = joinUpstreams(() => running.map(({ source }) => source.upstream));
  const open = (config: ServerConfig, order: number): Running => {
    const handle = registry.open({ kind: 'mcp', label: config.label, order });
    const source = createMcpSource({ ...parts, config, handle, client, onOfferings: upstreams.changed });
    return { config, handle, source };
  };
  let running = configs.map(open);
  for (const { config, source } of running) source.start(config.endpoint.kind === 'stdio' ? spawnDelayMs : 0);
  let isStopped = false;

  return {
    status: () => running.map(({ source }) => source.status()),
    upstreams,
    async apply(wanted) {
      const known = new Map(running.map((each) => [each.config.label, each]));
      const kept = new Map(
        wanted.flatMap((config) => {
          const each = known.get(config.label);
          return each !== undefined && isSame(each.config, config) ? [[config.label, each] as const] : [];
        }),
      );
      const ended = running.filter(({ config }) => !kept.has(config.label));
      running = running.filter(({ config }) => kept.has(config.label));
      await Promise.all(ended.map(({ source }) => source.stop()));
      if (isStopped) return { started: [], stopped: [], restarted: [] };
      running = wanted.map((config, order) => kept.get(config.label) ?? open(config, order));
      for (const [order, { config, handle, source }] of running.entries()) {
        if (kept.has(config.label)) {
          handle.reorder(order);
          source.retry();
        } else source.start();
      }
      for (const kind of ['prompts', 'resources', 'resourceTemplates'] as const) upstreams.changed(kind);
      return changesBetween(
        ended.map(({ config }) => config),
        wanted.filter(({ label }) => !kept.has(label)),
      );
    },
    async stop() {
      isStopped = true;
      await Promise.all(running.map(({ source }) => source.stop()));
    },
  };
}

function isSame(a: ServerConfig, b: ServerConfig): boolean {
  return stableJson(a) === stableJson(b);
}

function changesBetween(before: readonly ServerConfig[], after: readonly ServerConfig[]): ServerChanges {
  const [ended, begun] = [labelsOfRunning(before), labelsOfRunning(after)];
  return {
    started: begun.filter((label) => !ended.includes(label)),
    stopped: ended.filter((label) => !begun.includes(label)),
    restarted: begun.filter((label) => ended.includes(label)),
  };
}

function labelsOfRunning(configs: readonly ServerConfig[]): readonly string[] {
  return configs.filter(({ enabled }) => enabled).map(({ label }) => label);
}
