import { messageOf } from '../../base/errors.ts';
import type { View } from '../../disclosure/view.ts';
import type { Session } from '../../dispatch/session.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';
import type { Scope } from '../../registry/scope.ts';
import type { GatewayClient, GatewayParts } from './client-side.ts';

/** What a client has here as long as something goes on for it. */
export interface ClientSession {
  /** What it is granted, once that is needed. */
  scope(): Scope;
  /** Its session, which begins with the first request that needs it, and anew after a reload of the rules. */
  session(): Session;
  /** Lets servers find the client under its session's id. May be called again. */
  enter(peer: ClientPeer): void;
  /** Aborted when it ends. */
  readonly gone: AbortSignal;
  /** Ends it, once. */
  end(): void;
}

/** Nothing is begun yet. @param view how the client is shown what it has. */
export function createClientSession(parts: GatewayParts, client: GatewayClient, view: () => View): ClientSession {
  const ending = new AbortController();
  let scope: Scope | undefined;
  let session: Session | undefined;
  /** Sessions under rules that were; what runs in them goes on. */
  const former: Session[] = [];
  const unsubscribe = parts.onReload(() => {
    if (session !== undefined) former.push(session);
    session = undefined;
    scope = undefined;
  });
  let leave: (() => void) | undefined;
  const ownScope = () => (scope ??= parts.scopeFor(client));
  return {
    scope: ownScope,
    session: () => (session ??= parts.sessions.createSession(ownScope(), view)),
    enter(peer) {
      leave ??= parts.peers.add(peer);
    },
    gone: ending.signal,
    end() {
      ending.abort(new Error('the client has gone'));
      leave?.();
      unsubscribe();
      for (const each of session === undefined ? former : [...former, session]) {
        each.close().catch((error: unknown) => {
          parts.logger.warn('a session did not close', { message: messageOf(error) });
        });
      }
    },
  };
}
