import type { ToolError } from '../../base/call/tool-error.ts';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { noteWait } from '../../base/wait-note.ts';
import type { SourceState } from '../../registry/source.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import { callError, unavailable } from '../tools/call-error.ts';

/** Why a server is not ready, for people. */
export interface StateDetail {
  readonly reason?: string;
  readonly remedy?: string;
  /** Of a failed one: further tries go on by themselves. @default false */
  readonly isRetried?: boolean;
}

/** Whom a readiness tells. */
export interface ReadinessListener {
  /** `isUp` tells whether calls have a connection to go to. */
  onState(state: SourceState, detail: StateDetail, isUp: boolean): void;
  /** There is a call and no connection. A server that sleeps is to enter another state before this returns. */
  onWanted(): void;
}

/** What a server is right now, and the calls that wait until it is something else. */
export class Readiness {
  readonly #clock: Clock;
  readonly #config: ServerConfig;
  readonly #listener: ReadinessListener;
  readonly #waiting = new Set<() => void>();
  #state: SourceState = 'starting';
  #detail: StateDetail = {};
  #usable: Connection | undefined;
  #isOver = false;

  constructor(clock: Clock, config: ServerConfig, listener: ReadinessListener) {
    this.#clock = clock;
    this.#config = config;
    this.#listener = listener;
  }

  get state(): SourceState {
    return this.#state;
  }

  get detail(): StateDetail {
    return this.#detail;
  }

  /** The connection calls may use; there is one in the state `ready` only, and none there while the server sleeps. */
  get usable(): Connection | undefined {
    return this.#usable;
  }

  /** True while it is stopped until somebody needs it. */
  get isAsleep(): boolean {
    return this.#state === 'ready' && this.#usable === undefined && !this.#isOver;
  }

  /** Enters a state, with the connection calls may use in it. */
  become(state: SourceState, detail: StateDetail = {}, usable?: Connection): void {
    this.#state = state;
    this.#detail = detail;
    this.#usable = usable;
    this.#listener.onState(state, detail, usable !== undefined);
    this.#wake();
  }

  /** There is nothing to wait for any more, whatever the state. */
  end(): void {
    this.#isOver = true;
    this.#usable = undefined;
    this.#wake();
  }

  /** The connection to call on, awaited within the start limit if one is to come; else why there is none. */
  async available(signal: AbortSignal): Promise<Connection | ToolError> {
    const { label, startTimeoutMs } = this.#config;
    if (this.#usable !== undefined && !signal.aborted) return this.#usable;
    if (!signal.aborted && !this.#isOver) this.#listener.onWanted();
    const forget = noteWait(signal, `server ${label}, which is not up yet`);
    try {
      return await withDeadline(this.#clock, startTimeoutMs, signal, async (waited) => {
        while (this.#isComing() && !waited.aborted) await this.#nextState();
        return this.#usable ?? unavailable(label, this.#state, this.#detail);
      });
    } catch (error) {
      return signal.aborted ? callError(error, label, signal) : unavailable(label, this.#state, this.#detail);
    } finally {
      forget();
    }
  }

  #isComing(): boolean {
    return !this.#isOver && (this.#state === 'starting' || this.#state === 'restarting');
  }

  #nextState(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
