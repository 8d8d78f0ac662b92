import { isInitializeRequest } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../base/json.ts';
import type { GatewayParts } from '../../client/client-side.ts';
import type { GatewayConfig } from '../../config.ts';
import { requestIdOf, rpcError } from '../rpc-error.ts';
import { createLegacySession, type LegacySession } from './legacy-session.ts';

/** Clients of the 2025 generation: each has a session that lasts from its handshake until it says goodbye. */
export interface LegacySessions {
  /** Answers one request, whose body was read and parsed already. */
  handle(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Keeps the sessions. When there are too many, the one that has been idle longest goes, and where none is idle a new
 * client has to wait.
 */
export function createLegacySessions(
  parts: GatewayParts,
  { sessionIdleMs, maxSessions, tokens }: Pick<GatewayConfig, 'sessionIdleMs' | 'maxSessions' | 'tokens'>,
): LegacySessions {
  /** In the order in which they fell idle. */
  const sessions = new Map<string, LegacySession>();
  /** Places of clients whose handshake is not over. */
  const opening = new Set<symbol>();
  /** Where clients show tokens, a session is known only together with the one it began with. */
  const ownerOf = ({ headers }: Request) => (tokens.length === 0 ? null : headers.get('authorization'));
  const keyOf = (id: string, owner: string | null) => `${id} ${owner}`;

  const begin = async (request: Request, body: unknown): Promise<Response> => {
    if (!isInitializeRequest(body)) {
      const message = 'initialize needs protocolVersion, capabilities and clientInfo';
      return rpcError(400, { code: -32602, message }, { id: requestIdOf(body) });
    }
    const place = takePlace();
    if (place === undefined) {
      return rpcError(
        503,
        { code: -32000, message: 'too many sessions are open; try again later' },
        { id: requestIdOf(body) },
      );
    }
    const owner = ownerOf(request);
    const key = () => keyOf(session.id, owner);
    const onOpen = () => {
      opening.delete(place);
      sessions.set(key(), session);
    };
    const onIdle = () => {
      sessions.delete(key());
      sessions.set(key(), session);
    };
    const onClose = () => sessions.delete(key());
    let session: LegacySession;
    try {
      session = await createLegacySession(parts, sessionIdleMs, { onOpen, onIdle, onClose });
      const response = await session.handle(request, body);
      // The handshake was refused after all: there is no session.
      if (!session.isOpen) await session.close();
      return response;
    } finally {
      opening.delete(place);
    }
  };

  /** At once, so that of several clients who come at the same time each takes one; if need be, that of an idle session. */
  const takePlace = (): symbol | undefined => {
    if (sessions.size + opening.size >= maxSessions) {
      const [key, idle] = [...sessions].find(([, { isBusy }]) => !isBusy) ?? [];
      if (key === undefined) return undefined;
      sessions.delete(key);
      void idle?.close();
    }
    const place = Symbol('place');
    opening.add(place);
    return place;
  };

  return {
    async handle(request, body) {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? undefined : sessions.get(keyOf(id, ownerOf(request)));
      if (session !== undefined) return session.handle(request, body);
      return methodOf(body) === 'initialize' ? begin(request, body) : withoutSession(id, body);
    },
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

function withoutSession(sessionId: string | null, body: unknown): Response {
  const id = requestIdOf(body);
  if (sessionId !== null) {
    return rpcError(404, { code: -32001, message: 'there is no such session; initialize again' }, { id });
  }
  if (methodOf(body) === 'ping' && id !== null) return Response.json({ jsonrpc: '2.0', id, result: {} });
  const what = methodOf(body) ?? 'the request';
  return rpcError(400, { code: -32000, message: `${what} came without a session; send initialize first` }, { id });
}

function methodOf(body: unknown): string | undefined {
  return isJsonObject(body) && typeof body.method === 'string' ? body.method : undefined;
}
