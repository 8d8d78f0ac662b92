import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';
import type { Method, Methods } from '../client/client-side.ts';
import type { TappedServer } from './tapped-server.ts';

/** One request, with what answers it. */
export interface AskedRequest {
  readonly name: string;
  readonly params: JsonObject;
  readonly context: ServerContext;
  readonly method: Method;
}

/** A client whose requests we answer, and which may be asked while we do. */
interface AskedClient {
  readonly peer: ClientPeer;
  /** What it may ask for beside what every client may. */
  readonly methods: Methods;
  /** Answers one of its requests; rejects with what is to become an error answer. */
  answer(request: AskedRequest): Promise<JsonObject>;
  /** Its connection has ended. `over` is called, once, when nothing goes on for it any more. */
  close(over: () => void): void;
}

/** What an asked client is made of. */
interface AskedClientParts {
  /** The session's id, once it is needed. */
  readonly sessionId: () => string;
  /** The SDK's end of the connection. */
  readonly server: TappedServer;
  readonly clock: Clock;
  /** Aborted when the client has gone, after `over`. */
  readonly gone: AbortSignal;
}

/** How the clients of a door are asked. */
export type AskClients = (parts: AskedClientParts) => AskedClient;
