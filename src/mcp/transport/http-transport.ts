import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { HttpEndpoint } from '../config.ts';
import { mendResponse } from './mend-response.ts';
import { errorAnswer } from './wire-message.ts';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** For the server to take note that the session is over. */
const GOODBYE_MS = 1000;

/**
 * The SDK's Streamable HTTP transport with the entry's headers on every request. Redirects are followed within the
 * origin only. Odd messages are read as over stdio.
 *
 * When a stream ends before the answer that it was opened for, the request ends with an error at once and not by its
 * time-out.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  constructor(endpoint: HttpEndpoint) {
    super(new URL(endpoint.url), {
      requestInit: { headers: endpoint.headers },
      fetch: async (url, init) => mendResponse(await fetch(url, init)),
    });
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options: SendOptions = {}): Promise<void> {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return super.send(message, options);
    const { id } = message;
    const onRequestStreamEnd = () => this.onmessage?.(errorAnswer(id, 'the connection ended before the answer'));
    return super.send(message, { ...options, onRequestStreamEnd });
  }

  /** Tells the server that the session is over. Takes a second at most; never rejects. */
  async endSession(clock: Clock = systemClock): Promise<void> {
    await withDeadline(clock, GOODBYE_MS, undefined, () => this.terminateSession()).catch(() => {});
  }
}
