import {
  isJSONRPCRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { newId } from '../../base/ids.ts';
import { isJsonObject } from '../../base/json.ts';
import type { GatewayParts } from '../client/client-side.ts';
import { createServer } from '../client/create-server.ts';
import { legacyClient } from '../peer/legacy-client.ts';
import { createEarlyCancels } from './early-cancels.ts';
import { whenEnded } from './when-ended.ts';

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
  /** Requests on whose streams the client can be told things, each with how many share its stream, as in a batch. */
  const open = new Map<RequestId, number>();
  /** Of these, those that the server knows of by now. */
  const delivered = new Set<RequestId>();
  const early = createEarlyCancels(parts.clock);
  const canReach = (request?: RequestId) => (request === undefined ? listening > 0 : open.has(request));

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

  const rest = () => {
    if (--busy > 0 || closed) return;
    cancelIdle = parts.clock.schedule(idleMs, () => void transport.close());
    onIdle();
  };
  /** Nothing will come on the stream of a cancelled request any more, and neither side would end it. */
  const endStream = (cancelled: RequestId) => {
    if (open.get(cancelled) === 1) transport.closeSSEStream(cancelled);
    open.delete(cancelled);
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
      busy++;
      cancelIdle();
      const asked = requestsIn(body);
      for (const request of asked) open.set(request, asked.length);
      const response = await transport.handleRequest(request, { parsedBody: body });
      for (const id of asked) delivered.add(id);
      const cancelled = cancelledBy(body);
      if (cancelled !== undefined && !delivered.has(cancelled)) early.note(cancelled);
      else if (cancelled !== undefined) endStream(cancelled);
      for (const id of asked.filter(early.take)) {
        transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
        endStream(id);
      }
      const isStream = request.method === 'GET' && response.ok;
      if (isStream) {
        listening++;
        changes.recheck();
      }
      return whenEnded(response, () => {
        if (isStream) listening--;
        for (const id of asked) {
          open.delete(id);
          delivered.delete(id);
        }
        rest();
      });
    },
    close: () => transport.close(),
  };
}

function requestsIn(body: unknown): readonly RequestId[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []));
}

function cancelledBy(body: unknown): RequestId | undefined {
  if (!isJsonObject(body) || body.method !== 'notifications/cancelled' || !isJsonObject(body.params)) return undefined;
  const { requestId } = body.params;
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined;
}
