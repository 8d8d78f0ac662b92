import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Connection, type ConnectionOptions, createConnection } from '../connection/connection.ts';
import type { FailedConnection } from '../server/fault.ts';
import { isAnswer } from '../server/request-loss.ts';
import { Uses } from '../server/uses.ts';
import { isAnswering } from '../server/wedge.ts';
import type { Caller } from '../upstream/upstream.ts';
import type { ClientPeer } from './client-peer.ts';
import { refuseRequest } from './shared-capabilities.ts';
import { undeclared } from './undeclared.ts';

/** A server that ignores the level must not hold up the call for long. */
const LEVEL_MS = 1000;
const LOG_MESSAGE = 'notifications/message';
/** What a server tells that is for the one client it works for. */
const PASSED_ON: ReadonlySet<string> = new Set([LOG_MESSAGE, 'notifications/elicitation/complete']);

/** How a connection for one client is made; what it declares and whom it asks is the client's. */
export interface OwnConnectionOptions extends Omit<ConnectionOptions, 'capabilities' | 'onRequest' | 'onNotification'> {
  readonly clock: Clock;
  readonly capabilities: JsonObject;
}

/**
 * A connection to a server that speaks for one client at a time. What the server asks goes to that client alone, and only
 * what it declared; while there is none, everything is refused and nothing is told to anybody.
 */
export class OwnConnection implements FailedConnection {
  readonly #connection: Connection;
  /** What was declared on it. */
  readonly capabilities: JsonObject;
  readonly #clock: Clock;
  readonly #uses: Uses;
  /** Requests under way, oldest first, each with the call it is part of. */
  readonly #running = new Map<symbol, string | undefined>();
  #peer: ClientPeer | undefined;
  #left = new AbortController();
  #stopListening = () => {};
  #isOpen = false;
  #openQuestions = 0;
  /** A request got no answer, so the server may still work on it. */
  #isUnanswered = false;
  #level: string | undefined;

  constructor({ clock, ...options }: OwnConnectionOptions) {
    this.#clock = clock;
    this.#uses = new Uses(clock, undefined);
    this.capabilities = options.capabilities;
    this.#connection = createConnection({
      ...options,
      onRequest: (...question) => this.#askPeer(this.#newestCall(), ...question),
      onNotification: (method, params) => this.#tellPeer(method, params),
    });
    void this.#connection.closed.then(() => this.leave());
  }

  get exit(): FailedConnection['exit'] {
    return this.#connection.exit;
  }

  get stderr(): string {
    return this.#connection.stderr;
  }

  get closed(): Promise<void> {
    return this.#connection.closed;
  }

  /** Opens it, where it is not open, and speaks for this client from now on. Rejects when it can't be opened. */
  async serve(peer: ClientPeer, signal: AbortSignal): Promise<void> {
    this.#peer = peer;
    this.#left = new AbortController();
    this.#stopListening = peer.onNotification((method, params) => this.#tell(method, params));
    if (!this.#isOpen) await this.#connection.open(signal);
    this.#isOpen = true;
    await this.#sendLevel(peer.logLevel);
  }

  /**
   * Speaks for nobody any more; questions to the client end. True when nothing of the client is left in it: every request
   * was answered, and so was every question.
   */
  leave(): boolean {
    const isClean = !this.#isUnanswered && this.#running.size === 0 && this.#openQuestions === 0;
    this.#peer = undefined;
    this.#stopListening();
    this.#stopListening = () => {};
    this.#left.abort(new Error('the call is over'));
    return isClean;
  }

  /** Sends the client's request and gives back the answer as it came. Rejects with the SDK's errors. */
  async request(method: string, params: JsonObject, { signal, callId, onProgress }: Caller): Promise<JsonObject> {
    const key = Symbol();
    const end = this.#uses.begin();
    this.#running.set(key, callId);
    try {
      await this.#sendLevel(this.#peer?.logLevel);
      return await this.#connection.request(method, params, {
        signal,
        onQuestion: (...question) => this.#askPeer(callId, ...question),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    } catch (error) {
      if (!isAnswer(error)) this.#isUnanswered = true;
      throw error;
    } finally {
      this.#running.delete(key);
      end();
    }
  }

  /** Whether the server still answers a ping, as {@link isAnswering} says, once what runs now has ended. */
  isAnswering(): Promise<boolean> {
    return isAnswering(this.#connection, this.#clock, this.#uses.presentOnesEnded());
  }

  /** Ends it when what runs on it now has ended: nothing more will be asked. */
  async retire(): Promise<void> {
    await this.#uses.presentOnesEnded();
    await this.close();
  }

  /** Ends it and waits until nothing of it is left. Never rejects; may be called again. */
  close(): Promise<void> {
    this.leave();
    return this.#connection.close();
  }

  #tellPeer(method: string, params: JsonObject): void {
    const peer = this.#peer;
    if (peer === undefined || !PASSED_ON.has(method)) return;
    // A client whose session lasts gets what a server sends unasked, as it would without us between.
    if (method === LOG_MESSAGE && !peer.wantsLogs && !peer.isLasting) return;
    peer.notify(method, params, within(this.#newestCall()));
  }

  async #askPeer(
    callId: string | undefined,
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    key?: string,
  ): Promise<JsonObject> {
    const peer = this.#peer;
    if (peer === undefined) return refuseRequest(method);
    const fault = undeclared(method, params, this.capabilities);
    if (fault !== undefined) throw fault;
    this.#openQuestions++;
    try {
      return await peer.request(method, params, {
        signal: AbortSignal.any([signal, this.#left.signal]),
        ...within(callId),
        ...(key === undefined ? {} : { key }),
      });
    } catch (error) {
      if (ProtocolError.isInstance(error)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'the client gave no answer');
    } finally {
      this.#openQuestions--;
    }
  }

  /** The protocol of 2025 does not say which of several calls the server acts for; the newest is the best guess. */
  #newestCall(): string | undefined {
    return [...this.#running.values()].findLast((id) => id !== undefined);
  }

  #tell(method: string, params: JsonObject): void {
    if (!this.#isOpen) return;
    if (method === 'logging/setLevel') void this.#sendLevel(params.level);
    else if (method === 'notifications/roots/list_changed' && this.capabilities.roots !== undefined) {
      void this.#connection.notify(method, params);
    }
  }

  async #sendLevel(level: unknown): Promise<void> {
    const hasLevels = this.#connection.serverCapabilities.logging !== undefined;
    if (!hasLevels || typeof level !== 'string' || level === this.#level) return;
    this.#level = level;
    await withDeadline(this.#clock, LEVEL_MS, undefined, (signal) =>
      this.#connection.request('logging/setLevel', { level }, { signal }),
    ).catch(() => {});
  }
}

function within(callId: string | undefined): { readonly callId?: string } {
  return callId === undefined ? {} : { callId };
}
