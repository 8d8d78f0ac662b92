import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Clock } from '../../base/clock.ts';
import { beginsWork } from '../client/begins-work.ts';
import type { StdioListeners } from './stdio-listeners.ts';

/** What a client that does not keep up can do without. */
const FLEETING: ReadonlySet<string> = new Set(['notifications/progress', 'notifications/message']);
/** How long requests that came before the end of the input may still take. */
const LAST_ANSWERS_MS = 1000;

/** What a stdio transport is made of. */
export interface StdioTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly clock: Clock;
  /** The longest message. */
  readonly maxMessageBytes: number;
  /** Sees every message that comes in or goes out. @default nobody does */
  readonly listeners?: Pick<StdioListeners, 'received' | 'sent'>;
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
  readonly #listeners: StdioTransportOptions['listeners'];
  #ended = false;
  #isDraining = false;
  #rest = () => {};

  constructor({ stdin, stdout, clock, maxMessageBytes, listeners }: StdioTransportOptions) {
    this.#listeners = listeners;
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
    if (this.#output.writableNeedDrain && 'method' in message && FLEETING.has(message.method)) return;
    const sent = this.#wire.send(message);
    this.#listeners?.sent(message);
    if (!('method' in message)) this.#settle(message.id);
    await sent;
  }

  async close(): Promise<void> {
    await this.#wire.close();
  }

  /** Takes no new requests; resolves with how many are still unanswered: none, or those at the limit. */
  async drain(limitMs: number): Promise<number> {
    this.#isDraining = true;
    if (this.#pending.size === 0 || limitMs === 0) return this.#pending.size;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.schedule(limitMs, resolve);
      this.#rest = () => {
        cancel();
        resolve();
      };
    });
    return this.#pending.size;
  }

  #receive(message: JSONRPCMessage): void {
    if (this.#isDraining && 'method' in message && 'id' in message && beginsWork(message)) {
      const error = { code: -32000, message: 'the gateway is being stopped and takes nothing new; start it again' };
      return void this.#wire.send({ jsonrpc: '2.0', id: message.id, error }).catch(() => {});
    }
    if ('method' in message) {
      // A subscription is answered when it ends, not before.
      if ('id' in message && message.method !== 'subscriptions/listen') this.#pending.add(message.id);
      if (message.method === 'notifications/cancelled')
        this.#settle(message.params?.requestId as RequestId | undefined);
    }
    this.#listeners?.received(message);
    this.onmessage?.(message);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#pending.delete(id);
    if (this.#pending.size > 0) return;
    this.#rest();
    if (this.#ended) this.#held.end();
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
