import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import { listTools } from '../tools/list-tools.ts';
import { isSessionLost } from '../transport/http/http-status.ts';
import { pause } from '../transport/http/pause.ts';
import { crashFault, type Fault, unreachableFault, WEDGED } from './fault.ts';
import type { LastList } from './last-list.ts';
import type { Readiness } from './readiness.ts';
import { createRefresher, type Refresher } from './refresh.ts';
import { isUndelivered, isUnreachable } from './request-loss.ts';
import type { Uses } from './uses.ts';
import { isAnswering } from './wedge.ts';

/** How many times as long as taking a list took, no other is asked for. */
const BREATHS = 9;
const LONGEST_BREATH_MS = 20_000;

/** Why a connection serves no more: a fault; nobody needed it; or the server forgot the session and is asked for another. */
export type Ending = Fault | 'idle' | 'renewal';

/** What serving needs of its surroundings. */
export interface ServingOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Takes the server's secrets out of a text. */
  readonly mask: (text: string) => string;
  readonly readiness: Readiness;
  readonly uses: Uses;
  readonly list: LastList;
  /** The list was read again and has changed. */
  readonly onChange: () => void;
  /** Calls may use the connection from now on. */
  readonly onConnection: (connection: Connection) => void;
}

/** The time in which calls may use one connection. */
export class Serving {
  readonly #connection: Connection;
  readonly #options: ServingOptions;
  readonly #refresher: Refresher;
  readonly #over = new AbortController();
  /** Resolves when nobody is to wait for the end of the connection. */
  readonly #left: Promise<void>;
  #leave = () => {};
  #ending: Ending | undefined;
  #isSuspected = false;
  #warned = '';

  constructor(connection: Connection, options: ServingOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#refresher = createRefresher({ clock: options.clock, run: () => this.#refresh() });
    this.#left = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  /** From now until calls may not use the connection any more; gives the reason. Requests may still run on it. */
  async run(): Promise<Ending> {
    const { readiness, uses, onConnection } = this.#options;
    readiness.become('ready', {}, this.#connection);
    onConnection(this.#connection);
    uses.watch(() => this.end('idle'));
    const { closed } = this.#connection;
    const isLeft = await Promise.race([closed.then(() => false), this.#left.then(() => true)]);
    this.#end();
    if (!isLeft) void this.#connection.close();
    return this.#ending ?? crashFault(this.#connection);
  }

  /** The server says that its tools changed. */
  notice(): void {
    this.#refresher.notice();
  }

  /** No call uses the connection from now on, and it is closed. The first reason counts. */
  end(why: Ending): void {
    this.#end(why);
    void this.#connection.close();
  }

  /** A request on it ended without an answer: a server that has gone, or does not answer a ping either, is ended. */
  async suspect(error: unknown): Promise<void> {
    const { clock, uses, mask } = this.#options;
    if (isSessionLost(error)) return this.#retire('renewal');
    if (isUnreachable(error) && isUndelivered(error)) return this.#retire(unreachableFault(error, mask));
    // A program that takes nothing more is about to end; why, is seen then.
    if (isUndelivered(error)) return this.#end();
    if (this.#isSuspected || this.#over.signal.aborted) return;
    this.#isSuspected = true;
    try {
      if (!(await isAnswering(this.#connection, clock, uses.presentOnesEnded()))) this.end(WEDGED);
    } catch (unreachable) {
      this.#retire(unreachableFault(unreachable, mask));
    }
    this.#isSuspected = false;
  }

  /** No new call uses the connection; those that run on it are to learn their own fate, for some may yet be answered. */
  #retire(why: Ending): void {
    const { uses } = this.#options;
    this.#end(why);
    this.#leave();
    void uses.presentOnesEnded().then(() => this.#connection.close());
  }

  #end(why?: Ending): void {
    const { readiness, uses } = this.#options;
    if (this.#over.signal.aborted) return;
    this.#ending = why;
    this.#over.abort(new Error('the connection is over'));
    this.#refresher.stop();
    uses.unwatch();
    if (readiness.usable === this.#connection) readiness.become(why === 'idle' ? 'ready' : 'restarting');
  }

  async #refresh(): Promise<boolean> {
    const { clock, config, uses, list, onChange } = this.#options;
    const release = uses.hold();
    try {
      const fresh = await withDeadline(clock, config.startTimeoutMs, this.#over.signal, (signal) =>
        listTools(this.#connection.request, signal),
      );
      this.#warned = '';
      if (this.#over.signal.aborted) return false;
      const since = clock.now();
      const isChanged = list.takeChanged(fresh);
      if (isChanged) onChange();
      release();
      // A server with thousands of tools that changes all the time is not to keep us busy with nothing else.
      const breathMs = Math.min(LONGEST_BREATH_MS, (clock.now() - since) * BREATHS);
      if (breathMs > 0) await pause(clock, breathMs, this.#over.signal);
      return isChanged;
    } catch (error) {
      // That its connection ended meanwhile is told elsewhere, or was asked for.
      if (!this.#over.signal.aborted) this.#warn(error);
      if (isSessionLost(error) || isUnreachable(error)) void this.suspect(error);
      throw error;
    } finally {
      release();
    }
  }

  #warn(error: unknown): void {
    const { config, logger, mask } = this.#options;
    const reason = mask(messageOf(error));
    if (reason === this.#warned) return;
    this.#warned = reason;
    logger.warn('tools could not be listed again', { server: config.label, reason });
  }
}
