import { isInitializeRequest, type RequestId } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';
import type { GatewayParts } from '../client/client-side.ts';
import type { GatewayConfig } from '../config.ts';
import { createLegacySession, type LegacySession } from './legacy-session.ts';
import { rpcError } from './rpc-error.ts';

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
  /** Where clients show tokens, a session is known only together with the one it began with. */
  const ownerOf = ({ headers }: Request) => (tokens.length === 0 ? null : headers.get('authorization'));
  const keyOf = (id: string, owner: string | null) => `${id} ${owner}`;

  const begin = async (request: Request, body: unknown): Promise<Response> => {
    if (!isInitializeRequest(body)) {
      const message = 'initialize needs protocolVersion, capabilities and clientInfo';
      return rpcError(400, { code: -32602, message }, idOf(body));
    }
    if (sessions.size >= maxSessions && !(await closeIdle(sessions))) {
      return rpcError(503, { code: -32000, message: 'too many sessions are open; try again later' }, idOf(body));
    }
    const owner = ownerOf(request);
    const key = () => keyOf(session.id, owner);
    const session = await createLegacySession(parts, sessionIdleMs, {
      onOpen: () => sessions.set(key(), session),
      onIdle: () => {
        sessions.delete(key());
        sessions.set(key(), session);
      },
      onClose: () => sessions.delete(key()),
    });
    const response = await session.handle(request, body);
    // The handshake was refused after all: there is no session.
    if (!session.isOpen) await session.close();
    return response;
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

async function closeIdle(sessions: ReadonlyMap<string, LegacySession>): Promise<boolean> {
  const idle = [...sessions.values()].find(({ isBusy }) => !isBusy);
  await idle?.close();
  return idle !== undefined;
}

function withoutSession(id: string | null, body: unknown): Response {
  if (id !== null)
    return rpcError(404, { code: -32001, message: 'there is no such session; initialize again' }, idOf(body));
  const request = idOf(body);
  if (methodOf(body) === 'ping' && request.id !== null)
    return Response.json({ jsonrpc: '2.0', id: request.id, result: {} });
  const what = methodOf(body) ?? 'the request';
  return rpcError(400, { code: -32000, message: `${what} came without a session; send initialize first` }, request);
}

function methodOf(body: unknown): string | undefined {
  return isJsonObject(body) && typeof body.method === 'string' ? body.method : undefined;
}

function idOf(body: unknown): { readonly id: RequestId | null } {
  const id = isJsonObject(body) ? body.id : undefined;
  return { id: typeof id === 'string' || typeof id === 'number' ? id : null };
}
