import type { Implementation } from '@modelcontextprotocol/server';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import type { SessionFactory } from '../dispatch/session.ts';
import { type ClientPeers, createClientPeers } from '../mcp/peers/client-peer.ts';
import { NO_UPSTREAMS } from '../mcp/upstream/no-upstreams.ts';
import type { Upstreams } from '../mcp/upstream/upstream.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import type { GatewayClient, GatewayParts } from './client/client-side.ts';
import { DEFAULT_GATEWAY, type GatewayConfig } from './config.ts';
import type { HttpDoor } from './http/open-http.ts';
import { openStdio, type StdioDoor, type StdioOptions } from './stdio/open-stdio.ts';

/** Different warnings that an operator is told of; what comes after them is hardly read. */
const MAX_WARNINGS = 1_000;

/** What a gateway stands in front of, and how. */
export interface GatewayOptions {
  readonly registry: Pick<Registry, 'subscribe' | 'sources' | 'settled' | 'grants'>;
  readonly sessions: SessionFactory;
  /** Servers whose prompts and resources are passed on. @default none */
  readonly upstreams?: Upstreams;
  /** Where the servers look for a client that they want to ask; the same that the servers were given. @default nobody looks */
  readonly peers?: ClientPeers;
  /** Tells of each reload of the rules, after which sessions are made anew. @default the rules never change */
  readonly onReload?: (listener: () => void) => () => void;
  /** Who we say we are. */
  readonly serverInfo: Implementation;
  /** @default every default of `gateway` */
  readonly config?: GatewayConfig;
  /**
   * What a client is granted, under a `sessionId` that no other client has. Of built-in tools only those of
   * `gateway.toolsets`, unless the scope's `builtin` says otherwise.
   * @default everything, on the surface `mcp`
   */
  readonly scopeFor?: (client: GatewayClient) => Scope;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default says nothing */
  readonly logger?: Logger;
}

/** One engine for any number of MCP clients, of both protocol generations. */
export interface Gateway {
  /** Serves one client over stdio. */
  serveStdio(options?: StdioOptions): StdioDoor;
  /**
   * Listens for clients over HTTP; what is given here wins over the configuration.
   *
   * @throws CallslipError `invalid-config` or `gateway-failed`, as `openHttp` says.
   */
  serveHttp(options?: Partial<Pick<GatewayConfig, 'host' | 'port' | 'path'>>): Promise<HttpDoor>;
  /**
   * Takes no new requests, and resolves when all that run are answered, or at `drain_timeout`; then it is time to close.
   */
  drain(): Promise<void>;
  /** Ends every session and connection. May be called again. */
  close(): Promise<void>;
}

/** Makes a gateway; nothing is served before its doors are opened. */
export function createGateway(options: GatewayOptions): Gateway {
  const config = options.config ?? DEFAULT_GATEWAY;
  const logger = options.logger ?? silentLogger;
  const parts: GatewayParts = {
    registry: options.registry,
    sessions: options.sessions,
    upstreams: options.upstreams ?? NO_UPSTREAMS,
    peers: options.peers ?? createClientPeers(),
    config,
    onReload: options.onReload ?? (() => () => {}),
    serverInfo: options.serverInfo,
    scopeFor: withoutUnnamedBuiltin(options.scopeFor, config),
    clock: options.clock ?? systemClock,
    logger,
    warn: warnOnce(logger),
  };
  const doors = new Set<Pick<HttpDoor, 'drain' | 'close'>>();
  return {
    serveStdio(streams = {}) {
      const door = openStdio(parts, streams, config.maxRequestBytes);
      doors.add(door);
      void door.closed.then(() => doors.delete(door));
      return door;
    },
    async serveHttp(address = {}) {
      // A door that most gateways never open, and the web server behind it.
      const { openHttp } = await import('./http/open-http.ts');
      const door = await openHttp(parts, { ...config, ...address });
      doors.add(door);
      return door;
    },
    async drain() {
      const limitMs = config.drainTimeoutMs;
      const left = await Promise.all([...doors].map((door) => door.drain(limitMs)));
      const calls = left.reduce((sum, count) => sum + count, 0);
      if (calls > 0) logger.warn('calls were still running when the time to end them was up', { calls });
    },
    async close() {
      const open = [...doors];
      doors.clear();
      await Promise.all(open.map((door) => door.close()));
    },
  };
}

/** Built-in tools touch the machine: unless a scope says something of its own, only those that the owner named are offered. */
function withoutUnnamedBuiltin(
  scopeFor: GatewayOptions['scopeFor'] = ({ sessionId }) => ({ sessionId, surface: 'mcp' }),
  { toolsets }: GatewayConfig,
): GatewayParts['scopeFor'] {
  return (client) => {
    const scope = scopeFor(client);
    return scope.builtin === undefined ? { ...scope, builtin: toolsets } : scope;
  };
}

/** Every client is shown its own exposure, many times over; the operator is told once. */
function warnOnce(logger: Logger): (warnings: readonly string[]) => void {
  const told = new Set<string>();
  return (warnings) => {
    for (const warning of warnings) {
      if (told.has(warning) || told.size === MAX_WARNINGS) continue;
      told.add(warning);
      logger.warn(warning);
    }
  };
}
