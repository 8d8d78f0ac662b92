import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  SdkError,
  SdkErrorCode,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { createInOrder, type InOrder } from './in-order.ts';
import { seal } from './sealed-result.ts';

type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;

/** A request that is under way. */
interface Pending {
  readonly method: string;
  readonly wantsProgress: boolean;
  /** Takes the answer in the SDK's place. */
  readonly take?: (answer: Answer) => void;
}

/**
 * Stands between the SDK's client and a transport, which it may start before the client has it. What is for nobody (an
 * answer that comes too late, or to a request that was never made; progress that nobody asked for) goes no further, and
 * results are sealed, so that the client neither checks nor changes them.
 */
export class Wire implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Resolves when the transport has ended, whoever ended it. */
  readonly closed: Promise<void>;

  readonly #transport: Transport;
  readonly #pending = new Map<string | number, Pending>();
  readonly #inbox: InOrder;
  #started: Promise<void> | undefined;
  #hasHeard = false;
  #hasStrayed = false;
  #greeting: JsonObject | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#inbox = createInOrder((message) => this.#handOn(message));
    transport.onmessage = (message) => this.#receive(message);
    transport.onerror = (error) => this.onerror?.(error);
    this.closed = new Promise((resolve) => {
      transport.onclose = async () => {
        // What a program said last counts, though it has ended.
        await this.#inbox.drained();
        resolve();
        this.onclose?.();
      };
    });
  }

  get hasPerRequestStream(): boolean {
    return this.#transport.hasPerRequestStream === true;
  }

  /** True once a message came that is one. */
  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** The answer to `initialize`, as it came. Untrusted. */
  get greeting(): JsonObject | undefined {
    return this.#greeting;
  }

  /** Starts the transport, once. */
  start(): Promise<void> {
    this.#started ??= this.#transport.start();
    return this.#started;
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version);
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#note(message, options?.requestSignal);
    try {
      await this.#transport.send(message, options);
    } catch (error) {
      if ('method' in message && 'id' in message) this.#pending.delete(message.id);
      throw error;
    }
  }

  /** Asks before there is a client. Rejects when it can't be sent, or the transport ends before the answer. */
  async ask(request: JSONRPCRequest): Promise<Answer> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { method: request.method, wantsProgress: false, take: resolve });
      this.#transport.send(request).catch(reject);
      void this.closed.then(() => reject(new SdkError(SdkErrorCode.ConnectionClosed, 'the connection was closed')));
    });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #note(message: JSONRPCMessage, signal: AbortSignal | undefined): void {
    if (!('method' in message)) return;
    const { method, params = {} } = message;
    if ('id' in message) {
      const { id } = message;
      const meta = params['_meta'];
      this.#pending.set(id, { method, wantsProgress: isJsonObject(meta) && meta['progressToken'] !== undefined });
      signal?.addEventListener('abort', () => this.#pending.delete(id), { once: true });
    } else if (method === 'notifications/cancelled') this.#pending.delete(params['requestId'] as string | number);
  }

  /** What is for nobody does not queue, so that no flood of it can fill our memory. */
  #receive(message: JSONRPCMessage): void {
    this.#hasHeard = true;
    const known = this.#sorted(message);
    if (known !== undefined) this.#inbox.push(known);
  }

  #handOn(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      // One odd message costs only itself.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The message as the client is to see it; nothing when it is for nobody. */
  #sorted(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if ('method' in message) return this.#isForeignProgress(message) ? undefined : message;
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return undefined;
    const id = this.#idOf(message.id);
    const pending = this.#pending.get(id);
    if (pending === undefined) return this.#stray(message);
    this.#pending.delete(id);
    if (pending.take !== undefined) {
      pending.take(message);
      return undefined;
    }
    if (isJSONRPCErrorResponse(message)) return message;
    if (pending.method !== 'initialize') return { ...message, result: seal(message.result) };
    this.#greeting = message.result as JsonObject;
    return message;
  }

  /** The id of a request of ours: some servers give a number back as a text. */
  #idOf(given: unknown): string | number {
    const isKnown = typeof given === 'string' && this.#pending.has(given);
    return typeof given === 'string' && !isKnown && /^\d{1,15}$/.test(given)
      ? Number(given)
      : (given as string | number);
  }

  #isForeignProgress(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/progress') return false;
    return this.#pending.get(this.#idOf(message.params?.['progressToken']))?.wantsProgress !== true;
  }

  /** An answer to no request; unless the only one so far is asked outside the client, which it must belong to then. */
  #stray(answer: Answer): undefined {
    const [only, ...others] = this.#pending.values();
    if (only?.take !== undefined && others.length === 0) return void only.take(answer);
    if (this.#hasStrayed) return;
    this.#hasStrayed = true;
    this.onerror?.(new Error('the server answered a request that was not made, or not waited for any more'));
  }
}
