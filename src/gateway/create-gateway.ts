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
import { type HttpDoor, openHttp } from './http/open-http.ts';
import { openStdio, type StdioDoor, type StdioOptions } from './stdio/open-stdio.ts';

/** Different warnings that an operator is told of; what comes after them is hardly read. */
const MAX_WARNINGS = 1_000;

/** What a gateway stands in front of, and how. */
export interface GatewayOptions {
  readonly registry: Pick<Registry, 'subscribe'>;
  readonly sessions: SessionFactory;
  /** Servers whose prompts and resources are passed on. @default none */
  readonly upstreams?: Upstreams;
  /** Where the servers look for a client that they want to ask; the same that the servers were given. @default nobody looks */
  readonly peers?: ClientPeers;
  /** Who we say we are. */
  readonly serverInfo: Implementation;
  /** @default every default of `gateway` */
  readonly config?: GatewayConfig;
  /** What a client is granted. @default everything, on the surface `mcp` */
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
    serverInfo: options.serverInfo,
    scopeFor: options.scopeFor ?? (({ sessionId }) => ({ sessionId, surface: 'mcp' })),
    clock: options.clock ?? systemClock,
    logger,
    warn: warnOnce(logger),
  };
  const doors = new Set<{ close(): Promise<void> }>();
  return {
    serveStdio(streams = {}) {
      const door = openStdio(parts, streams, config.maxRequestBytes);
      doors.add(door);
      void door.closed.then(() => doors.delete(door));
      return door;
    },
    async serveHttp(address = {}) {
      const door = await openHttp(parts, { ...config, ...address });
      doors.add(door);
      return door;
    },
    async close() {
      const open = [...doors];
      doors.clear();
      await Promise.all(open.map((door) => door.close()));
    },
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
