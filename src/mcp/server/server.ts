import type { ToolError } from '../../base/call/tool-error.ts';
import type { JsonObject } from '../../base/json.ts';
import type { SourceState } from '../../registry/source.ts';
import type { Connection, Generation } from '../connection/connection.ts';
import { noLongerListed, UnavailableError, unavailable } from '../tools/call-error.ts';
import type { ToolList } from '../tools/list-tools.ts';
import type { Caller } from '../upstream/upstream.ts';
import { FaultRecord } from './faults/fault-record.ts';
import { LastList } from './last-list.ts';
import { Life, type LifeOptions } from './life.ts';
import { Readiness, type StateDetail } from './readiness.ts';
import { isAnswer, isUntouched } from './request-loss.ts';
import { Uses } from './uses.ts';

/** What a server needs, and whom it tells. */
export interface ServerOptions extends LifeOptions {
  /** From 0 to under 1; spreads restarts. */
  readonly random: () => number;
  /** A list was read that differs from the one before. Not live: it is remembered from an earlier run. */
  readonly onTools: (list: ToolList, isLive: boolean) => void;
  /** `isUp` tells whether calls have a connection; a server that is `ready` without one sleeps. */
  readonly onState: (state: SourceState, detail: StateDetail, isUp: boolean) => void;
}

/** How a server has fared, for reports. */
export interface ServerHistory {
  /** How often in a row it was tried in vain, or fell; absent for never. */
  readonly tries?: number;
  /** The latest fault; also after it is over. Untrusted, and masked. */
  readonly lastFault?: { readonly reason: string; readonly agoMs: number };
  readonly nextTryInMs?: number;
}

/**
 * One upstream server, kept running: started, listed, restarted when it falls.
 *
 * `starting` until its tools are known; `restarting` while it comes, and they are; `ready`, also while it sleeps until
 * somebody needs it; `failed` from the third fault in a row on, or after an outage as long as its start limit, although
 * tries go on, and when no try can help; `disabled` when its entry says so. Nothing here rejects: what goes wrong is a
 * state with a reason, or a request's failure.
 */
export class Server {
  readonly #options: ServerOptions;
  readonly #readiness: Readiness;
  readonly #uses: Uses;
  readonly #list: LastList;
  readonly #faults: FaultRecord;
  readonly #life: Life;
  #running: Promise<void> | undefined;

  constructor(options: ServerOptions) {
    const { clock, config, random, onState, onTools } = options;
    this.#options = options;
    this.#readiness = new Readiness(clock, config, { onState, onWanted: () => this.#life.wake() });
    this.#uses = new Uses(clock, config.idleTimeoutMs);
    this.#list = new LastList(onTools);
    this.#faults = new FaultRecord(clock, random, config.startTimeoutMs);
    this.#life = new Life(options, {
      readiness: this.#readiness,
      uses: this.#uses,
      list: this.#list,
      faults: this.#faults,
    });
  }

  /** What it is right now, and why. */
  get readiness(): Pick<Readiness, 'state' | 'detail' | 'isAsleep'> {
    return this.#readiness;
  }

  /** Why it can't be asked, and will not be shortly; absent where waiting or asking helps. */
  get refusal(): ToolError | undefined {
    const { state, detail } = this.#readiness;
    const isDown = state === 'failed' || state === 'disabled';
    return isDown ? unavailable(this.#options.config.label, state, detail) : undefined;
  }

  /** The last one: open, being opened, or over. For reports. */
  get connection(): Connection | undefined {
    return this.#life.opener.connection;
  }

  /** How it is spoken to, now or in an earlier run. */
  get generation(): Generation | undefined {
    return this.#life.opener.generation;
  }

  get history(): ServerHistory {
    const { clock, mask } = this.#options;
    const { last, count } = this.#faults;
    const { nextTryAt } = this.#life;
    return {
      ...(count === 0 ? {} : { tries: count }),
      ...(last === undefined ? {} : { lastFault: { reason: mask(last.fault.reason), agoMs: clock.now() - last.at } }),
      ...(nextTryAt === undefined ? {} : { nextTryInMs: nextTryAt - clock.now() }),
    };
  }

  /**
   * Starts it, once, and returns at once. A lazy one with a manifest sleeps until somebody needs it.
   *
   * @param delayMs how long the start itself waits; what is remembered does not.
   */
  start(delayMs = 0): void {
    this.#running ??= this.#run(delayMs);
  }

  /** Ends it for good, and resolves when nothing of it is left and its manifest is written. */
  async stop(): Promise<void> {
    this.#readiness.end();
    await this.#life.stop();
    await this.#running;
    await this.#options.manifest.flush();
  }

  /** Tries again now what has failed, for something has changed: faults until now do not count. */
  retry(): void {
    if (this.#isStartable()) this.#life.retry();
  }

  /** Wakes it, and keeps it from being stopped for idleness until the returned function is called. */
  hold(): () => void {
    this.#life.wake();
    return this.#uses.hold();
  }

  /**
   * Sends it a request and gives back the answer as it came. A server that sleeps is started; during a start or a restart
   * this waits, within the start limit. Rejects with the SDK's errors, or with {@link UnavailableError}.
   */
  async ask(method: string, params: JsonObject, caller: Caller): Promise<JsonObject> {
    const end = this.#uses.begin();
    try {
      return await this.#send(method, params, caller, true);
    } finally {
      end();
    }
  }

  /** The connection that all share, waited for as a request does. Rejects with {@link UnavailableError}. */
  async shared(signal: AbortSignal): Promise<Connection> {
    const connection = await this.#readiness.available(signal);
    if ('code' in connection) throw new UnavailableError(connection);
    return connection;
  }

  async #send(method: string, params: JsonObject, caller: Caller, mayRepeat: boolean): Promise<JsonObject> {
    const { signal, onProgress } = caller;
    const connection = await this.shared(signal);
    if (method === 'tools/call' && !this.#list.has(params.name)) {
      throw new UnavailableError(noLongerListed(this.#options.config.label, String(params.name)));
    }
    try {
      return await connection.request(method, params, {
        signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    } catch (error) {
      if (signal.aborted || !isAnswer(error)) void this.#life.servingOn(connection)?.suspect(error);
      if (isUntouched(error) && mayRepeat) return this.#send(method, params, caller, false);
      throw error;
    }
  }

  async #run(delayMs: number): Promise<void> {
    const { endpoint, label, enabled, offBecause } = this.#options.config;
    if (!enabled) {
      return this.#readiness.become('disabled', offBecause ?? { remedy: `set enabled: true for ${label}` });
    }
    if (endpoint.kind === 'misconfigured') {
      return this.#readiness.become('failed', { reason: endpoint.reason, remedy: endpoint.remedy });
    }
    await this.#life.run(endpoint, delayMs);
  }

  #isStartable(): boolean {
    const { endpoint, enabled } = this.#options.config;
    return enabled && endpoint.kind !== 'misconfigured' && this.#running !== undefined;
  }
}
