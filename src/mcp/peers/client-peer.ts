import type { JsonObject } from '../../base/json.ts';

/** What a request to a client carries beside its parameters. */
export interface PeerRequestOptions {
  /** Ends the request; the client is told. */
  readonly signal: AbortSignal;
  /** The running call that the request is for, where that is known: the client may get it on that call's own stream. */
  readonly callId?: string;
  /** What the server calls the question, where its protocol has it. */
  readonly key?: string;
}

/**
 * The client behind a session, as the servers' side of the house sees it: what it can do, and a way to ask it. A door that
 * has such a client makes one; nothing else knows how the client is reached.
 */
export interface ClientPeer {
  /** The session's id: connections of its own are kept under it. */
  readonly sessionId: string;
  /** What it declared, of `roots`, `sampling` and `elicitation` alone, each as it came. */
  readonly capabilities: JsonObject;
  /** True once it has asked to be sent the servers' log messages. */
  readonly wantsLogs: boolean;
  /** The level it asked for last, where it has named one; sent to each server on a connection of its own. */
  readonly logLevel?: string | undefined;
  /**
   * Whether the session outlives one request. False for a client of 2026-07-28 over HTTP: what is made for it is lent for
   * one call, and may then serve another client that declared the same.
   */
  readonly isLasting: boolean;
  /** Sends it a server's request and gives back its answer as it came. Rejects with an SDK error, or the signal's reason. */
  request(method: string, params: JsonObject, options: PeerRequestOptions): Promise<JsonObject>;
  /** Sends it a server's notification; never throws, and is dropped when the client has gone. */
  notify(method: string, params: JsonObject, options?: Pick<PeerRequestOptions, 'callId'>): void;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /**
   * Calls `listener` when the client tells something meant for servers: `notifications/roots/list_changed`, and
   * `logging/setLevel` with its `level` each time it asks for another.
   */
  onNotification(listener: (method: string, params: JsonObject) => void): () => void;
}

/** The clients that can be asked, by session. One for a whole runtime: doors add to it, servers look in it. */
export interface ClientPeers {
  find(sessionId: string): ClientPeer | undefined;
  /** The returned function takes it out again. */
  add(peer: ClientPeer): () => void;
}

/** An empty table. */
export function createClientPeers(): ClientPeers {
  const peers = new Map<string, ClientPeer>();
  return {
    find: (sessionId) => peers.get(sessionId),
    add(peer) {
      peers.set(peer.sessionId, peer);
      return () => {
        if (peers.get(peer.sessionId) === peer) peers.delete(peer.sessionId);
      };
    },
  };
}

/** True for a client for which a server may behave otherwise than for all: it gets a connection of its own. */
export function needsOwnConnection({ capabilities, wantsLogs }: ClientPeer): boolean {
  return wantsLogs || Object.keys(capabilities).length > 0;
}
