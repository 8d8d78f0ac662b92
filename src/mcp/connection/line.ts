import { Client, type Implementation } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { Way } from './choose-transport.ts';
import type { ParamHeaders } from './modern/param-headers.ts';
import { NO_LIMIT_MS } from './raw-request.ts';
import { Wire } from './wire.ts';

/** Who speaks to a server, and who hears it. */
export interface Speaker {
  /** Who we say we are. */
  readonly client: Implementation;
  /** What we say that we can do for the server: `roots`, `sampling`, `elicitation`. */
  readonly capabilities: JsonObject;
  /** The server asks something of us; a rejection becomes an error answer. `ping` is answered before. */
  readonly onRequest: (method: string, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
  /** The server tells us something; progress of our own requests is not among it. Must not throw. */
  readonly onNotification: (method: string, params: JsonObject) => void;
  /** What the server's tools want in headers. @default nothing */
  readonly paramHeaders?: ParamHeaders;
  /** Odd things that end nothing. */
  readonly onOddity: (error: Error) => void;
}

/** A way to a server with the SDK's client at our end of it. It ends with its first failure. */
export interface Line extends Way {
  readonly wire: Wire;
  readonly client: Client;
}

/** Puts a client to a way; nothing is started or sent. What the server asks and tells comes as it is. */
export function createLine(
  way: Way,
  { client: who, capabilities, onRequest, onNotification, onOddity }: Speaker,
): Line {
  const wire = new Wire(way.transport);
  const client = new Client(who, { capabilities });
  client.onerror = onOddity;
  client.fallbackNotificationHandler = async ({ method, params = {} }) => onNotification(method, params as JsonObject);
  client.fallbackRequestHandler = async ({ method, params = {} }, context) => ({
    ...(await onRequest(method, params as JsonObject, context.mcpReq.signal)),
  });
  return { ...way, wire, client };
}

/** The handshake of 2025. Rejects when it fails or `signal` aborts; the server is not told of that, for none may. */
export function handshake({ client, wire }: Line, signal: AbortSignal): Promise<void> {
  return client.connect(wire, { signal, timeout: NO_LIMIT_MS });
}

/** Speaks 2026-07-28 from now on, as the server said that it does. */
export function adopt({ client, wire }: Line): Promise<void> {
  const discover = { supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 0, cacheScope: 'private' as const };
  return client.connect(wire, { prior: { kind: 'modern', discover: { ...discover, resultType: 'complete' } } });
}
