import type { ToolError } from '../../base/call/tool-error.ts';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { SourceState } from '../../registry/source.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import { callError, unavailable } from '../tools/call-error.ts';

/** Why a server is not ready, for people. */
export interface StateDetail {
  readonly reason?: string;
  readonly remedy?: string;
}

/** What a server is right now, and the calls that wait until it is something else. */
export class Readiness {
  readonly #clock: Clock;
  readonly #config: ServerConfig;
  readonly #onState: (state: SourceState, detail: StateDetail) => void;
  readonly #waiting = new Set<() => void>();
  #state: SourceState = 'starting';
  #detail: StateDetail = {};
  #usable: Connection | undefined;
  #isOver = false;

  constructor(clock: Clock, config: ServerConfig, onState: (state: SourceState, detail: StateDetail) => void) {
    this.#clock = clock;
    this.#config = config;
    this.#onState = onState;
  }

  get state(): SourceState {
    return this.#state;
  }

  get detail(): StateDetail {
    return this.#detail;
  }

  /** The connection calls may use; there is one in the state `ready` only. */
  get usable(): Connection | undefined {
    return this.#usable;
  }

  /** Enters a state, with the connection calls may use in it. */
  become(state: SourceState, detail: StateDetail = {}, usable?: Connection): void {
    this.#state = state;
    this.#detail = detail;
    this.#usable = usable;
    this.#onState(state, detail);
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
    try {
      return await withDeadline(this.#clock, startTimeoutMs, signal, async (waited) => {
        while (this.#isComing() && !waited.aborted) await this.#nextState();
        return this.#usable ?? unavailable(label, this.#state, this.#detail);
      });
    } catch (error) {
      return signal.aborted ? callError(error, label, signal) : unavailable(label, this.#state, this.#detail);
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
