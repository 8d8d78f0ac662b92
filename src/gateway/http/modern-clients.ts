import { createMcpHandler } from '@modelcontextprotocol/server';
import { messageOf } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { GatewayParts } from '../client/client-side.ts';
import { createServer } from '../client/create-server.ts';
import { watchList } from '../client/list-changed.ts';
import { listTools } from '../tools/list-tools.ts';

/** Clients of the 2026 generation: each request stands for itself. */
export interface ModernClients {
  /** Answers one request, whose body was read and parsed already. */
  handle(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Serves each request with a server and a session of its own, as nothing in it tells one client from another. One watch
 * over the list stands for all who have subscribed to its changes.
 */
export function createModernClients(parts: GatewayParts): ModernClients {
  const handler = createMcpHandler(() => createServer(parts, { door: 'http', sessionId: newId('mcp') }).server, {
    legacy: 'reject',
    onerror: (error) => parts.logger.debug('mcp client', { message: error.message }),
  });
  const session = parts.sessions.createSession(parts.scopeFor({ door: 'http', sessionId: newId('mcp') }));
  const watch = watchList({
    registry: parts.registry,
    clock: parts.clock,
    fingerprint: async () => listTools(await session.expose()).fingerprint,
    notify: () => {
      handler.notify.toolsChanged();
      return true;
    },
    onError: (error) => parts.logger.warn('the tool list could not be compared', { message: messageOf(error) }),
  });
  return {
    handle: (request, body) => handler.fetch(request, { parsedBody: body }),
    async close() {
      watch.close();
      await Promise.all([handler.close(), session.close()]);
    },
  };
}
