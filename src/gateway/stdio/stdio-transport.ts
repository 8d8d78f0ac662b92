import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Clock } from '../../base/clock.ts';

/** How long requests that came before the end of the input may still take. */
const LAST_ANSWERS_MS = 1000;

/** What a stdio transport is made of. */
export interface StdioTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly clock: Clock;
  /** The longest message. */
  readonly maxMessageBytes: number;
}

/**
 * MCP over two streams, until the input ends. What was asked before that is still answered for up to a second, as a
 * script needs that is piped in; then the connection closes, and with it every call.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  /** Resolves when the connection is closed, whoever closed it. */
  readonly closed: Promise<void>;
  readonly #wire: StdioServerTransport;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #held: PassThrough = new PassThrough();
  readonly #clock: Clock;
  readonly #pending: Set<RequestId> = new Set();
  #ended = false;

  constructor({ stdin, stdout, clock, maxMessageBytes }: StdioTransportOptions) {
    this.#input = stdin;
    this.#output = stdout;
    this.#clock = clock;
    this.#wire = new StdioServerTransport(this.#held, stdout, { maxBufferSize: maxMessageBytes });
    this.#wire.onmessage = (message) => this.#receive(message);
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.closed = new Promise((resolve) => {
      this.#wire.onclose = () => {
        this.#input.unpipe(this.#held);
        this.#input.pause();
        this.onclose?.();
        resolve();
      };
    });
  }

  async start(): Promise<void> {
    await this.#wire.start();
    const end = () => this.#endOfInput();
    if (this.#input.readableEnded || this.#input.destroyed) return end();
    this.#input.once('end', end).once('close', end).once('error', end);
    this.#input.pipe(this.#held, { end: false });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // A client that does not keep up must not fill our memory with what only matters now.
    if (this.#output.writableNeedDrain && 'method' in message && message.method === 'notifications/progress') return;
    const sent = this.#wire.send(message);
    if (!('method' in message)) this.#settle(message.id);
    await sent;
  }

  async close(): Promise<void> {
    await this.#wire.close();
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message) {
      // A subscription is answered when it ends, not before.
      if ('id' in message && message.method !== 'subscriptions/listen') this.#pending.add(message.id);
      if (message.method === 'notifications/cancelled')
        this.#settle(message.params?.requestId as RequestId | undefined);
    }
    this.onmessage?.(message);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#pending.delete(id);
    if (this.#ended && this.#pending.size === 0) this.#held.end();
  }

  #endOfInput(): void {
    if (this.#ended) return;
    this.#ended = true;
    const cancel = this.#clock.schedule(LAST_ANSWERS_MS, () => this.#held.end());
    void this.closed.then(cancel);
    // What is left in the pipe is read first.
    setImmediate(() => this.#settle(undefined));
  }
}
