import { messageOf } from '../../base/errors.ts';
import type { View } from '../../disclosure/view.ts';
import type { Session } from '../../dispatch/session.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';
import type { Scope } from '../../registry/scope.ts';
import type { GatewayClient, GatewayParts } from './client-side.ts';
import { createRetirable, type RetirableSession } from './retirable-session.ts';

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
  let current: RetirableSession | undefined;
  /** The current one, and those under rules that were, in which something still goes on. */
  const open = new Set<Session>();
  const close = (session: Session) => {
    if (!open.delete(session)) return;
    session.close().catch((error: unknown) => {
      parts.logger.warn('a session did not close', { message: messageOf(error) });
    });
  };
  const unsubscribe = parts.onReload(() => {
    current?.retire();
    current = undefined;
    scope = undefined;
  });
  let leave: (() => void) | undefined;
  const ownScope = () => (scope ??= parts.scopeFor(client));
  const begin = () => {
    const session = parts.sessions.createSession(ownScope(), view);
    open.add(session);
    // What was still on its way when the client went may ask for one.
    if (ending.signal.aborted) close(session);
    return createRetirable(session, () => close(session));
  };
  return {
    scope: ownScope,
    session: () => (current ??= begin()),
    enter(peer) {
      leave ??= parts.peers.add(peer);
    },
    gone: ending.signal,
    end() {
      ending.abort(new Error('the client has gone'));
      leave?.();
      unsubscribe();
      for (const session of open) close(session);
    },
  };
}
