import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import { splitLines } from '../../mcp/transport/split-lines.ts';
import { beginsWork } from '../client/begins-work.ts';
import { type ReadLine, type Refusal, readLine, readTooLong } from './read-line.ts';
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
  /** Of the longest message, or batch of them. What is longer is refused. */
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
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #read: (chunk: Buffer) => void;
  readonly #clock: Clock;
  readonly #pending: Set<RequestId> = new Set();
  readonly #listeners: StdioTransportOptions['listeners'];
  #hasEnded = false;
  #isClosed = false;
  #isDraining = false;
  #rest = () => {};
  #tellClosed = () => {};

  constructor({ stdin, stdout, clock, maxMessageBytes, listeners }: StdioTransportOptions) {
    this.#listeners = listeners;
    this.#input = stdin;
    this.#output = stdout;
    this.#clock = clock;
    this.#read = splitLines(maxMessageBytes, {
      line: (text) => this.#take(readLine(text)),
      tooLong: (head, tail) => this.#take(readTooLong(head, tail, maxMessageBytes)),
    });
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
  }

  async start(): Promise<void> {
    // Kept for good: what breaks while nobody listens any more would end the process.
    this.#output.on('error', (error: Error) => {
      if (!this.#isClosed) this.onerror?.(error);
      void this.close();
    });
    const end = () => this.#endOfInput();
    if (this.#input.readableEnded || this.#input.destroyed) return end();
    this.#input.once('end', end).once('close', end).once('error', end);
    this.#input.on('data', this.#read);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // A client that does not keep up must not fill our memory with what only matters now.
    if (this.#output.writableNeedDrain && 'method' in message && FLEETING.has(message.method)) return;
    this.#write(message);
    this.#listeners?.sent(message);
    if (!('method' in message)) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.onclose?.();
    this.#tellClosed();
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

  #write(message: JSONRPCMessage | Refusal): void {
    if (this.#isClosed) throw new Error('the connection is closed');
    this.#output.write(`${JSON.stringify(message)}\n`);
  }

  #take({ messages, refusals }: ReadLine): void {
    for (const refusal of refusals) this.#answer(refusal);
    for (const message of messages) this.#receive(message);
  }

  /** By ourselves: nobody else has heard of the request. */
  #answer(refusal: Refusal): void {
    if (!this.#isClosed) this.#write(refusal);
  }

  #receive(message: JSONRPCMessage): void {
    if (this.#isClosed) return;
    if (this.#isDraining && 'method' in message && 'id' in message && beginsWork(message)) {
      const error = { code: -32000, message: 'the gateway is being stopped and takes nothing new; start it again' };
      this.#answer({ jsonrpc: '2.0', id: message.id, error });
      return;
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
    if (this.#hasEnded) void this.close();
  }

  #endOfInput(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const cancel = this.#clock.schedule(LAST_ANSWERS_MS, () => void this.close());
    void this.closed.then(cancel);
    // What is left in the pipe is read first.
    setImmediate(() => this.#settle(undefined));
  }
}
