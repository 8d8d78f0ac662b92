import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { JsonObject } from '../../base/json.ts';
import { isAnswer, isUntouched } from '../server/request-loss.ts';
import type { Caller } from '../upstream/upstream.ts';
import type { ClientPeer } from './client-peer.ts';
import type { OwnConnection } from './own-connection.ts';

/** Where connections for a client come from, and where they go when it needs them no more. */
export interface ConnectionSource {
  /** A connection that speaks for the client. Rejects with `UnavailableError`. */
  take(peer: ClientPeer, signal: AbortSignal): Promise<OwnConnection>;
  giveBack(connection: OwnConnection): void;
}

/** What a link is between. */
export interface ClientLinkOptions {
  readonly peer: ClientPeer;
  readonly source: ConnectionSource;
  readonly clock: Clock;
  /** Milliseconds without a request after which the connection is given back; 0: at once. */
  readonly keepMs: number;
  /** There is nothing to keep of the link. */
  readonly onEnd: () => void;
}

/** One client at one server: a connection from its first request on, another after a crash, none when it has gone. */
export class ClientLink {
  readonly peer: ClientPeer;
  readonly #options: ClientLinkOptions;
  readonly #ending = new AbortController();
  /** The connection it has or waits for. */
  #current: Promise<OwnConnection> | undefined;
  #opened: OwnConnection | undefined;
  #running = 0;
  #isSuspected = false;
  #cancelRest = () => {};

  constructor(options: ClientLinkOptions) {
    this.#options = options;
    this.peer = options.peer;
    this.peer.gone.addEventListener('abort', this.#onGone, { once: true });
  }

  /**
   * Sends a request on the client's connection, which is opened for it where there is none, and gives back the answer as
   * it came. Rejects with the SDK's errors, with `UnavailableError`, or with the reason of the caller's signal.
   */
  async ask(method: string, params: JsonObject, caller: Caller): Promise<JsonObject> {
    this.#running++;
    this.#cancelRest();
    try {
      return await this.#send(method, params, caller);
    } finally {
      if (--this.#running === 0) this.#rest();
    }
  }

  /** Ends it, with what runs. */
  end(reason: Error): void {
    if (this.#ending.signal.aborted) return;
    this.peer.gone.removeEventListener('abort', this.#onGone);
    this.#ending.abort(reason);
    this.#cancelRest();
    // One that is still being opened is ended by the signal.
    void this.#opened?.close();
    this.#forget();
    this.#options.onEnd();
  }

  readonly #onGone = () => this.end(new Error('the client has gone'));

  async #send(method: string, params: JsonObject, caller: Caller, mayRepeat = true): Promise<JsonObject> {
    const connection = await this.#connection(caller.signal);
    try {
      return await connection.request(method, params, caller);
    } catch (error) {
      this.#judge(connection, error);
      if (isUntouched(error) && mayRepeat) return this.#send(method, params, caller, false);
      throw error;
    }
  }

  /** What a failed request says of its connection. */
  #judge(connection: OwnConnection, error: unknown): void {
    if (isUntouched(error)) this.#retire(connection);
    else if (!isAnswer(error)) void this.#suspect(connection);
  }

  /** The client's connection, open; calls that come while it is being opened wait for the same one. */
  #connection(signal: AbortSignal): Promise<OwnConnection> {
    this.#current ??= this.#take();
    const current = this.#current;
    return withDeadline(this.#options.clock, Number.POSITIVE_INFINITY, signal, () => current);
  }

  #take(): Promise<OwnConnection> {
    const taken = this.#options.source.take(this.peer, this.#ending.signal);
    taken.then(
      (connection) => {
        // It came too late.
        if (this.#current !== taken) return void connection.close();
        this.#opened = connection;
        void connection.closed.then(() => this.#drop(connection));
      },
      () => {
        if (this.#current === taken) this.#current = undefined;
      },
    );
    return taken;
  }

  /** A request got no answer: a server that does not answer a ping either is of no more use. */
  async #suspect(connection: OwnConnection): Promise<void> {
    if (this.#isSuspected) return;
    this.#isSuspected = true;
    const isAlive = await connection.isAnswering().catch(() => false);
    this.#isSuspected = false;
    if (!isAlive) this.#drop(connection);
  }

  /** The connection takes no more requests. Those on it are to learn their own fate, for some may yet be answered. */
  #retire(connection: OwnConnection): void {
    if (this.#opened === connection) this.#forget();
    void connection.retire();
  }

  /** No request uses the connection from now on, and those that do fail. */
  #drop(connection: OwnConnection): void {
    if (this.#opened === connection) this.#forget();
    void connection.close();
  }

  #rest(): void {
    if (this.#ending.signal.aborted) return;
    const { keepMs, clock, source, onEnd } = this.#options;
    const giveBack = () => {
      if (this.#opened !== undefined) source.giveBack(this.#opened);
      this.#forget();
    };
    if (keepMs > 0) {
      this.#cancelRest = clock.schedule(keepMs, giveBack);
    } else if (this.#current !== undefined && this.#opened === undefined) {
      this.end(new Error('nobody waits for the connection any more'));
    } else {
      giveBack();
      this.peer.gone.removeEventListener('abort', this.#onGone);
      onEnd();
    }
  }

  #forget(): void {
    this.#current = undefined;
    this.#opened = undefined;
  }
}
