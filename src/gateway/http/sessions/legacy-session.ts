import {
  isJSONRPCRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { newId } from '../../../base/ids.ts';
import { isJsonObject } from '../../../base/json.ts';
import { displayName } from '../../../guard/display-name.ts';
import type { GatewayParts } from '../../client/client-side.ts';
import { createServer } from '../../client/create-server.ts';
import { legacyClient } from '../../peer/legacy-client.ts';
import { requestIdOf, rpcError } from '../rpc-error.ts';
import { whenEnded } from '../when-ended.ts';
import { createRequestsInFlight } from './requests-in-flight.ts';

/** One client of the 2025 generation, from its handshake until it says goodbye or falls silent. */
export interface LegacySession {
  readonly id: string;
  /** False until the handshake was accepted. */
  readonly isOpen: boolean;
  /** True while an answer or a stream is open. */
  readonly isBusy: boolean;
  handle(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** What a session tells whoever keeps it. */
export interface LegacySessionEvents {
  readonly onOpen: () => void;
  readonly onIdle: () => void;
  readonly onClose: () => void;
}

/** Prepares a session for a client's handshake. It closes itself when nothing has been open for `idleMs`. */
export async function createLegacySession(
  parts: GatewayParts,
  idleMs: number,
  { onOpen, onIdle, onClose }: LegacySessionEvents,
): Promise<LegacySession> {
  const id = newId('mcp');
  let busy = 0;
  /** Of what is open, streams on which the client can be told things. */
  let listening = 0;
  let cancelIdle = () => {};
  const requests = createRequestsInFlight(parts.clock, (request) => transport.closeSSEStream(request));
  const canReach = (request?: RequestId) => (request === undefined ? listening > 0 : requests.isReachable(request));

  const { server, watch } = createServer(parts, { door: 'http', sessionId: id }, legacyClient(canReach));
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized: onOpen,
  });
  const changes = watch(() => listening > 0);
  let closed = false;
  transport.onclose = () => {
    closed = true;
    cancelIdle();
    onClose();
  };
  await server.connect(transport);
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message) && message.id !== undefined) requests.answered(message.id);
    return send(message, options);
  };

  const rest = () => {
    if (--busy > 0 || closed) return;
    cancelIdle = parts.clock.schedule(idleMs, () => void transport.close());
    onIdle();
  };
  return {
    id,
    get isOpen() {
      return transport.sessionId !== undefined;
    },
    get isBusy() {
      return busy > 0;
    },
    async handle(request, body) {
      const ids = requestsIn(body);
      const taken = requests.taken(ids);
      if (taken !== undefined) return idTaken(taken, body);
      busy++;
      cancelIdle();
      const posted = requests.begin(ids);
      // A client that opens another has lost the one before, often long before we can notice.
      if (request.method === 'GET') transport.closeStandaloneSSEStream();
      const response = await transport.handleRequest(request, { parsedBody: body });
      if (!response.ok) posted.refused();
      for (const cancelled of cancelledIn(body)) requests.cancel(cancelled);
      for (const requestId of posted.delivered()) {
        transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
        requests.cancel(requestId);
      }
      const isStream = request.method === 'GET' && response.ok;
      if (isStream) {
        listening++;
        changes.recheck();
      }
      return whenEnded(response, () => {
        if (isStream) listening--;
        posted.ended();
        rest();
      });
    },
    close: () => transport.close(),
  };
}

/** An answer finds its stream by its id alone: the one would be given the other's. */
function idTaken(id: RequestId, body: unknown): Response {
  const shown = displayName(JSON.stringify(id));
  const message = `the id ${shown} is that of a request which is not answered yet; each request needs an id of its own`;
  return rpcError(400, { code: -32600, message }, { id: requestIdOf(body) });
}

function requestsIn(body: unknown): readonly RequestId[] {
  return messagesIn(body).flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
}

function cancelledIn(body: unknown): readonly RequestId[] {
  return messagesIn(body).flatMap((message) => {
    if (!isJsonObject(message) || message.method !== 'notifications/cancelled') return [];
    const { requestId } = isJsonObject(message.params) ? message.params : {};
    return typeof requestId === 'string' || typeof requestId === 'number' ? [requestId] : [];
  });
}

function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}
