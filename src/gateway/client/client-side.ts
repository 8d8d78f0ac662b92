import type { Implementation, Server, ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { View } from '../../disclosure/view.ts';
import type { Session, SessionFactory } from '../../dispatch/session.ts';
import type { ClientPeer, ClientPeers } from '../../mcp/peers/client-peer.ts';
import type { Upstreams } from '../../mcp/upstream/upstream.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../registry/scope.ts';
import type { GatewayConfig } from '../config.ts';

/** A client, before anything is known of it but the door it came through. */
export interface GatewayClient {
  readonly door: 'stdio' | 'http';
  /** Fresh and unguessable; the session's id. */
  readonly sessionId: string;
}

/** What the servers of all clients share. */
export interface GatewayParts {
  readonly registry: Pick<Registry, 'subscribe' | 'sources' | 'settled' | 'grants'>;
  readonly sessions: SessionFactory;
  /** Servers that offer more than tools. */
  readonly upstreams: Upstreams;
  /** Where each client that can be asked is entered, for the servers to find. */
  readonly peers: ClientPeers;
  readonly config: GatewayConfig;
  /** Calls `listener` when sessions would be made by other rules from now on; the returned function ends that. */
  readonly onReload: (listener: () => void) => () => void;
  readonly scopeFor: (client: GatewayClient) => Scope;
  readonly serverInfo: Implementation;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tells the operator what an exposure warns of, each sentence once. */
  readonly warn: (warnings: readonly string[]) => void;
}

/** One client, as the families of methods that serve it see it. */
export interface ClientSide {
  readonly parts: GatewayParts;
  readonly client: GatewayClient;
  /** The SDK's end of the connection. */
  readonly server: Server;
  /** The client as servers see it, for questions of our own. */
  readonly peer: ClientPeer;
  /** Its session, which begins with the first request that needs it. */
  session(): Session;
  /** How it is shown tools; settled when it has said who it is. */
  view(): View;
  /** Aborted when the connection has ended. */
  readonly gone: AbortSignal;
}

/** What comes with a request. Its signal is that of the work: it outlives a request whose client is being asked meanwhile. */
export interface RequestContext extends ServerContext {
  /** Fresh. What is done for the request bears this id; a server's question that bears it too finds its way to the client. */
  readonly callId: string;
}

/** Answers one request; what it throws becomes an error answer. `params` is what came, and is not trusted. */
export type Method = (params: JsonObject, context: RequestContext) => JsonObject | Promise<JsonObject>;

/** A family of methods, by name. */
export type Methods = readonly (readonly [string, Method])[];
