import { createMcpHandler, type ServerContext } from '@modelcontextprotocol/server';
import { messageOf } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isJsonObject } from '../../base/json.ts';
import { createClientSession } from '../client/client-session.ts';
import type { GatewayParts } from '../client/client-side.ts';
import { clientView } from '../client/client-view.ts';
import { createServer } from '../client/create-server.ts';
import { type ChangeableList, watchLists } from '../client/watch-lists.ts';
import { listenedResources, listenTo } from '../offerings/listened-resources.ts';
import { createResourceSubscriptions } from '../offerings/resource-subscriptions.ts';
import { modernClient } from '../peer/modern-client.ts';
import { createParkedCalls } from '../peer/parked-calls.ts';
import { listTools } from '../tools/list-tools.ts';
import { breakSilence } from './break-silence.ts';
import { createRefusals } from './refusals.ts';
import { whenEnded } from './when-ended.ts';

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
  const parked = createParkedCalls(parts.clock);
  // Where clients show tokens, what was begun with one is gone on with by that one alone.
  const principalOf = ({ http }: ServerContext) =>
    parts.config.tokens.length === 0 ? '' : (http?.req?.headers.get('authorization') ?? '');
  const ask = modernClient({ parked, isLasting: false, principalOf });
  const refusals = createRefusals();
  const create = () => createServer(parts, { door: 'http', sessionId: newId('mcp') }, ask).server;
  const handler = createMcpHandler(() => refusals.watch(create()), {
    legacy: 'reject',
    onerror: (error) => parts.logger.debug('mcp client', { message: error.message }),
  });
  const view = () => clientView(parts.config, undefined);
  const { session, end } = createClientSession(parts, { door: 'http', sessionId: newId('mcp') }, view);
  const viewer = { parts, session };
  const tell: Readonly<Record<ChangeableList, () => void>> = {
    tools: handler.notify.toolsChanged,
    prompts: handler.notify.promptsChanged,
    resources: handler.notify.resourcesChanged,
  };
  const watch = watchLists({
    viewer,
    tools: async () => listTools(await session().expose(), view(), 'mcp-2026').fingerprint,
    notify(list) {
      tell[list]();
      return true;
    },
  });
  const subscriptions = createResourceSubscriptions(viewer, ({ uri, ...params }) =>
    handler.bus.publish({ kind: 'resource_updated', uri, params }),
  );
  return {
    async handle(request, body) {
      const answer = handler.fetch(request, { parsedBody: body });
      const response = await breakSilence(
        answer.then((answered) => refusals.withStatus(request, answered)),
        parts.clock,
      );
      const addresses = listenedIn(body);
      if (addresses.length === 0 || response.headers.get('content-type') !== 'text/event-stream') return response;
      const unlisten = listenTo(subscriptions, addresses, (error) =>
        parts.logger.info('a resource is not watched', { message: messageOf(error) }),
      );
      return whenEnded(response, unlisten);
    },
    async close() {
      watch.close();
      subscriptions.close();
      parked.close();
      end();
      await handler.close();
    },
  };
}

function listenedIn(body: unknown): readonly string[] {
  if (!isJsonObject(body) || body['method'] !== 'subscriptions/listen' || !isJsonObject(body['params'])) return [];
  return listenedResources(body['params']['notifications']);
}
