import {
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import type { HttpEndpoint } from '../../config.ts';
import { MAX_MESSAGE_BYTES, readMessages, readOversized } from '../wire-message.ts';
import { readEvents } from './event-stream.ts';
import { refusesSession, sessionLost } from './http-status.ts';
import { mediaType, readBody } from './read-body.ts';
import { fetchWithinOrigin, isWithin } from './within-origin.ts';

/**
 * Speaks the HTTP+SSE transport of revision 2024-11-05: one stream for all that the server says, on which it first names
 * the address for what is said to it. The entry's headers go with every request. The end of the stream is the end of the
 * connection.
 */
export class SseTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  readonly #url: URL;
  readonly #entryHeaders: Readonly<Record<string, string>>;
  readonly #ending = new AbortController();
  #endpoint: URL | undefined;
  #protocolVersion: string | undefined;

  constructor(endpoint: HttpEndpoint) {
    this.#url = new URL(endpoint.url);
    this.#entryHeaders = endpoint.headers;
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  /**
   * Opens the stream and waits for the address. Rejects as {@link fetchWithinOrigin} does, when there is no stream, or when
   * the address is at another origin, where no message and no key may go.
   */
  async start(): Promise<void> {
    const headers = this.#headers();
    headers.set('accept', 'text/event-stream');
    const response = await fetchWithinOrigin(this.#url, { method: 'GET', headers, signal: this.#ending.signal });
    if (mediaType(response) !== 'text/event-stream' || response.body === null) {
      await response.body?.cancel();
      throw unfit(`the server opens no stream of events, it answers with ${mediaType(response) || 'nothing'}`);
    }
    const { body } = response;
    await new Promise<void>((resolve, reject) => {
      const named = (data: string) => {
        try {
          this.#endpoint = this.#resolve(data);
          resolve();
        } catch (error) {
          reject(error);
        }
      };
      void this.#read(body, named).finally(() => {
        reject(failed('the stream ended before the server named an address for messages'));
        void this.close();
      });
    });
  }

  /** Rejects as {@link fetchWithinOrigin} does. The answer comes as a message, on the stream or in the body. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#endpoint === undefined || this.#ending.signal.aborted) throw failed('the server is not connected');
    const headers = this.#headers();
    headers.set('content-type', 'application/json');
    headers.set('accept', 'application/json, text/event-stream');
    const init = { method: 'POST', headers, body: JSON.stringify(message), signal: this.#ending.signal };
    const response = await fetchWithinOrigin(this.#endpoint, init).catch((error: unknown) => {
      throw SdkHttpError.isInstance(error) && refusesSession(error) ? sessionLost(error) : error;
    });
    for (const answer of await readBody(response)) this.onmessage?.(answer);
  }

  async close(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort(failed('the connection was closed'));
    this.onclose?.();
  }

  #headers(): Headers {
    const headers = new Headers(this.#entryHeaders);
    if (this.#protocolVersion !== undefined) headers.set('mcp-protocol-version', this.#protocolVersion);
    return headers;
  }

  #resolve(data: string): URL {
    const text = data.trim();
    if (!URL.canParse(text, this.#url)) throw unfit('the address that the server names for messages is none');
    const endpoint = new URL(text, this.#url);
    if (isWithin(this.#url, endpoint)) return endpoint;
    throw unfit(`the address that the server names for messages is at ${endpoint.host}, not at ${this.#url.host}`);
  }

  async #read(body: AsyncIterable<Uint8Array>, named: (data: string) => void): Promise<void> {
    const take = (message: JSONRPCMessage) => this.onmessage?.(message);
    try {
      await readEvents(body, {
        event({ name, data }) {
          if (name === 'endpoint') named(data);
          else if (name === 'message') readMessages(data).forEach(take);
        },
        tooLong(head, tail) {
          const answer = readOversized(head, tail, MAX_MESSAGE_BYTES);
          if (answer !== undefined) take(answer);
        },
      });
    } catch (error) {
      if (!this.#ending.signal.aborted) this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function unfit(message: string): SdkError {
  return new SdkError(SdkErrorCode.ClientHttpFailedToOpenStream, message);
}

function failed(message: string): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message);
}
