import { stableJson } from '../../base/stable-json.ts';
import type { Ask } from '../tools/call-limit.ts';
import { ClientLink, type ConnectionSource } from './client-link.ts';
import { type ClientOpenerOptions, createClientOpener } from './client-opener.ts';
import { type ClientPeer, type ClientPeers, needsOwnConnection } from './client-peer.ts';
import { LendingPool } from './lending-pool.ts';

/** Without a call for this long a client's connection is closed, where the server's entry says nothing else. */
const IDLE_MS = 600_000;

/** What the connections of clients to one server are made of. */
export interface ClientConnectionsOptions extends ClientOpenerOptions {
  /** The clients that can be asked. */
  readonly peers: ClientPeers;
}

/** The connections to one server that belong to single clients. */
export interface ClientConnections {
  /** A way to ask the server that takes the caller's own connection, and `shared` where it needs none. */
  around(shared: Ask): Ask;
  /** Ends them all, with what runs, and resolves when nothing of them is left. */
  stop(): Promise<void>;
}

/**
 * Gives each client for which a server may behave otherwise than for all a connection of its own at its first request, so
 * that what the server asks reaches the client whose call caused it and no other. It is closed when the client has gone, or
 * has not called for ten minutes (or `config.idleTimeoutMs`); for a client whose session is one request it is lent.
 */
export function createClientConnections(options: ClientConnectionsOptions): ClientConnections {
  const { peers, config, clock } = options;
  const opener = createClientOpener(options);
  const pool = new LendingPool({ config, opener, clock });
  const own: ConnectionSource = {
    take: (peer, signal) => opener.open(peer.sessionId, peer, signal),
    giveBack: (connection) => void connection.close(),
  };
  /** By session and what it declared. */
  const links = new Map<string, ClientLink>();

  const linkOf = (peer: ClientPeer): ClientLink => {
    // A client of 2026 declares anew with each request.
    const key = stableJson([peer.sessionId, peer.capabilities]);
    const known = links.get(key);
    if (known?.peer === peer) return known;
    known?.end(new Error('another client took its place'));
    const link: ClientLink = new ClientLink({
      peer,
      clock,
      source: peer.isLasting ? own : pool,
      keepMs: peer.isLasting ? (config.idleTimeoutMs ?? IDLE_MS) : 0,
      onEnd: () => {
        if (links.get(key) === link) links.delete(key);
      },
    });
    links.set(key, link);
    return link;
  };

  return {
    around: (shared) => async (method, params, caller) => {
      const peer = peers.find(caller.sessionId);
      if (peer === undefined || !needsOwnConnection(peer)) return shared(method, params, caller);
      peer.gone.throwIfAborted();
      return linkOf(peer).ask(method, params, caller);
    },
    async stop() {
      for (const link of [...links.values()]) link.end(new Error('the server was stopped'));
      await opener.stop();
    },
  };
}
