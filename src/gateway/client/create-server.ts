import {
  type Notification,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import { completionMethods } from '../offerings/completion-methods.ts';
import { promptMethods } from '../offerings/prompt-methods.ts';
import { resourceMethods } from '../offerings/resource-methods.ts';
import { createResourceSubscriptions, type ResourceSubscriptions } from '../offerings/resource-subscriptions.ts';
import { subscriptionMethods } from '../offerings/subscription-methods.ts';
import type { AskClients } from '../peer/asked-client.ts';
import { currentList, toolMethods } from '../tools/tool-methods.ts';
import { clientInfo } from './client-info.ts';
import { createClientSession } from './client-session.ts';
import type { ClientSide, GatewayClient, GatewayParts } from './client-side.ts';
import { createMetClient } from './client-view.ts';
import { InstructingServer } from './instructing-server.ts';
import { instruct } from './instructions.ts';
import { RefusedRequest } from './refused-request.ts';
import { type ChangeableList, type ListWatches, watchLists } from './watch-lists.ts';

/** What we have for every client, whatever the servers behind turn out to have. */
const CAPABILITIES: ServerCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** The server one client talks to: its own session, its own list. */
export interface ClientServer {
  readonly server: Server;
  /** Begins to tell the client of changes; `canTell` says whether it can be reached just now. */
  watch(canTell: () => boolean): ListWatches;
  /** The resources that the client wants to hear of. */
  readonly subscriptions: ResourceSubscriptions;
}

/**
 * Makes the server for one client, of either protocol generation. What comes in is neither parsed nor what goes out
 * checked by the SDK, so that nothing is lost on the way. The session begins with the first request that needs it, and
 * ends with the connection, or with the last call that waits for the client to come back. `ask` says how the client is
 * asked what servers want to know of it.
 */
export function createServer(parts: GatewayParts, client: GatewayClient, ask: AskClients): ClientServer {
  const { logger, serverInfo, clock } = parts;
  const server = new InstructingServer(serverInfo, { capabilities: CAPABILITIES });
  const { meet, met, view } = createMetClient(parts.config);
  const { scope, session, enter, gone, end } = createClientSession(parts, client, view);
  const asked = ask({ sessionId: () => scope().sessionId, server, clock, gone });
  const { peer } = asked;
  const side: ClientSide = { parts, client, server, peer, session, view, gone };
  let watch: ListWatches | undefined;

  const subscriptions = createResourceSubscriptions(side, (params) =>
    send(server, logger, { method: 'notifications/resources/updated', params }),
  );
  const methods = new Map([
    ...asked.methods,
    ...toolMethods(side, (fingerprint) => watch?.seen('tools', fingerprint)),
    ...promptMethods(side, (fingerprint) => watch?.seen('prompts', fingerprint)),
    ...resourceMethods(side, (list, fingerprint) => watch?.seen(list, fingerprint)),
    ...subscriptionMethods(subscriptions),
    ...completionMethods(side),
  ]);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    assertInitialized(server, method);
    const answer = methods.get(method);
    if (answer === undefined) {
      throw new RefusedRequest(404, ProtocolErrorCode.MethodNotFound, `${method} is not known here`);
    }
    meet(clientInfo(server, context));
    enter(peer);
    const sent = isJsonObject(params) ? params : {};
    return { ...(await asked.answer({ name: method, params: sent, context, method: answer })) };
  };
  server.instruct = (info, signal) => {
    meet(info);
    return instruct(side, signal);
  };
  server.onerror = (error) => logger.debug('mcp client', { message: error.message });
  server.onclose = () => {
    watch?.close();
    subscriptions.close();
    asked.close(end);
  };
  server.oninitialized = () => {
    enter(peer);
    watch?.recheck();
  };

  return {
    server,
    watch(canTell) {
      watch = watchLists({
        viewer: side,
        // Which list it is shown depends on who it is.
        met,
        tools: async () => (await currentList(side)).fingerprint,
        notify: (list) => canTell() && tell(server, logger, list),
      });
      return watch;
    },
    subscriptions,
  };
}

/** The SDK leaves order to the client; but a list given before the handshake is one for nobody. */
function assertInitialized(server: Server, method: string): void {
  if (server.getNegotiatedProtocolVersion() !== undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${method} came before initialize; send initialize first`);
}

function tell(server: Server, logger: Logger, list: ChangeableList): boolean {
  if (server.getNegotiatedProtocolVersion() === undefined) return false;
  send(server, logger, { method: `notifications/${list}/list_changed` });
  return true;
}

function send(server: Server, logger: Logger, notification: Notification): void {
  server.notification(notification).catch((error: Error) => logger.debug('mcp client', { message: error.message }));
}
