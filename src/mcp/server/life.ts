import type { JsonObject } from '../../base/json.ts';
import type { HttpEndpoint, StdioEndpoint } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import type { ManifestKeeper } from '../manifest/manifest-keeper.ts';
import type { ToolList } from '../tools/list-tools.ts';
import { type Fault, FORGETFUL } from './fault.ts';
import { type FaultRecord, isAlike } from './faults/fault-record.ts';
import type { LastList } from './last-list.ts';
import { Opener, type OpenerOptions } from './opener.ts';
import type { Readiness } from './readiness.ts';
import { Rest } from './rest.ts';
import { Serving } from './serving.ts';
import type { Uses } from './uses.ts';

/** How often a server that was given up is looked at, where its obstacle can be seen to have gone. */
const LOOK_MS = 10_000;
/** A session that is forgotten sooner is a fault, so that asking for new ones has a bound. */
const SHORT_MS = 1000;

/** What keeping a server running takes. */
export interface LifeOptions extends OpenerOptions {
  /** What is remembered of it from run to run. */
  readonly manifest: ManifestKeeper;
  /** A connection that all share is ready for use. */
  readonly onConnection: (connection: Connection) => void;
}

/** What a life leads, and others look at. */
export interface LifeParts {
  readonly readiness: Readiness;
  readonly uses: Uses;
  readonly list: LastList;
  readonly faults: FaultRecord;
}

/** A server from start to stop: asleep, being opened, serving, waiting for the next try, or given up. */
export class Life {
  readonly #options: LifeOptions;
  readonly #parts: LifeParts;
  readonly #rest: Rest;
  readonly #opener: Opener;
  readonly #stopping = new AbortController();
  #serving: Serving | undefined;
  /** Connections that calls use no more, but for those that still run on them. */
  readonly #retired = new Set<Connection>();
  /** The tools changed while they were being listed. */
  #isStale = false;
  /** The fault that the state tells of. */
  #shown: Fault | undefined;
  #isGivenUp = false;
  #nextTryAt: number | undefined;

  constructor(options: LifeOptions, parts: LifeParts) {
    this.#options = options;
    this.#parts = parts;
    this.#rest = new Rest(options.clock);
    this.#opener = new Opener({ ...options, onNotification: (method, params) => this.#hear(method, params) });
  }

  get opener(): Pick<Opener, 'connection' | 'generation'> {
    return this.#opener;
  }

  /** What may end a connection, as long as calls use it. */
  servingOn(connection: Connection): Serving | undefined {
    return this.#parts.readiness.usable === connection ? this.#serving : undefined;
  }

  /** When it is tried again, in milliseconds of the clock. */
  get nextTryAt(): number | undefined {
    return this.#nextTryAt;
  }

  /** Lives until it is stopped. What is remembered is there at once; the start itself waits for `delayMs`. */
  async run(endpoint: StdioEndpoint | HttpEndpoint, delayMs: number): Promise<void> {
    const { readiness } = this.#parts;
    const { signal } = this.#stopping;
    await this.#remember();
    if (!readiness.isAsleep) await this.#rest.take(delayMs, signal);
    while (!signal.aborted) {
      if (readiness.isAsleep) await this.#rest.take(Number.POSITIVE_INFINITY, signal);
      else await this.#turn(endpoint, signal);
    }
  }

  /** Ends it for good, and resolves when its connection is gone; `run` resolves then, too. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopped'));
    this.#serving?.end('idle');
    await Promise.all([this.#opener.close(), ...[...this.#retired].map((connection) => connection.close())]);
  }

  /** Somebody needs it: if it sleeps it wakes. */
  wake(): void {
    const { readiness, faults } = this.#parts;
    if (!readiness.isAsleep || this.#stopping.signal.aborted) return;
    faults.beginOutage();
    readiness.become('restarting');
    this.#rest.end();
  }

  /** Something changed: earlier faults do not count any more, and it is tried now. */
  retry(): void {
    const { readiness, faults } = this.#parts;
    if (readiness.state === 'ready') return;
    faults.forget();
    this.#isGivenUp = false;
    this.#shown = undefined;
    readiness.become(this.#coming());
    this.#rest.end();
  }

  async #remember(): Promise<void> {
    const { manifest, config } = this.#options;
    const { list, readiness } = this.#parts;
    const known = await manifest.read();
    if (known === undefined || this.#stopping.signal.aborted) return;
    this.#opener.assume(known.generation);
    list.take({ entries: known.tools, warnings: [] }, false);
    readiness.become(config.lazy === true ? 'ready' : 'restarting');
  }

  /** One connection from its opening to its end; or one more try to have it. */
  async #turn(endpoint: StdioEndpoint | HttpEndpoint, signal: AbortSignal): Promise<void> {
    this.#isStale = false;
    const opened = await this.#opener.open(endpoint, signal);
    if (signal.aborted) return this.#opener.close();
    const fault = 'fault' in opened ? opened.fault : await this.#serve(opened.connection, opened.list);
    if (fault !== undefined && !signal.aborted) await this.#recover(fault);
  }

  /** While calls use the connection. Gives the fault, where one ended it. */
  async #serve(connection: Connection, tools: ToolList): Promise<Fault | undefined> {
    const { faults, list } = this.#parts;
    const { clock } = this.#options;
    const since = clock.now();
    const save = () => this.#save(connection);
    list.take(tools, true);
    save();
    this.#shown = undefined;
    this.#serving = new Serving(connection, { ...this.#options, ...this.#parts, onChange: save });
    if (this.#isStale) this.#serving.notice();
    const ending = await this.#serving.run();
    this.#serving = undefined;
    // A program is to be gone before it is started again; at an address, others may go on where this one ended.
    if (connection.pid !== undefined) await connection.close();
    else this.#retire(connection);
    faults.endUptime(since);
    if (ending === 'idle') return undefined;
    if (ending !== 'renewal') return ending;
    return clock.now() - since < SHORT_MS ? FORGETFUL : undefined;
  }

  #retire(connection: Connection): void {
    this.#retired.add(connection);
    void connection.closed.then(() => this.#retired.delete(connection));
  }

  /** Says what happened, and waits until the next try is due. */
  async #recover(fault: Fault): Promise<void> {
    const verdict = this.#parts.faults.add(fault);
    if (verdict.isPermanent) return this.#giveUp(fault);
    this.#show(verdict.isFailed ? 'failed' : this.#coming(), fault, verdict.isFailed);
    this.#nextTryAt = this.#options.clock.now() + verdict.waitMs;
    await this.#rest.take(verdict.waitMs, this.#stopping.signal);
    this.#nextTryAt = undefined;
  }

  /** No tries until somebody asks for one, or the obstacle can be seen to have gone. */
  async #giveUp(fault: Fault): Promise<void> {
    const { isMended } = fault;
    const { signal } = this.#stopping;
    this.#show('failed', fault, false);
    this.#isGivenUp = true;
    while (this.#isGivenUp && !signal.aborted) {
      await this.#rest.take(isMended === undefined ? Number.POSITIVE_INFINITY : LOOK_MS, signal);
      if (this.#isGivenUp && isMended?.() === true) this.retry();
    }
  }

  /** Enters a state because of a fault. A fault like the one that is shown changes nothing, so that listings stay. */
  #show(state: 'failed' | 'starting' | 'restarting', fault: Fault, isRetried: boolean): void {
    const { logger, mask, config } = this.#options;
    const { readiness, faults } = this.#parts;
    const isKnown = this.#shown !== undefined && isAlike(this.#shown, fault);
    const detail = { reason: mask(fault.reason), remedy: fault.remedy };
    const level = isKnown && state === 'failed' ? 'debug' : 'warn';
    logger[level]('server failed', { server: config.label, tries: faults.count, ...detail });
    if (isKnown && readiness.state === state && readiness.detail.isRetried === isRetried) return;
    this.#shown = fault;
    readiness.become(state, { ...detail, ...(isRetried ? { isRetried } : {}) });
  }

  #coming(): 'starting' | 'restarting' {
    return this.#parts.list.isKnown ? 'restarting' : 'starting';
  }

  #hear(method: string, params: JsonObject): void {
    if (method === 'notifications/tools/list_changed') {
      this.#isStale = true;
      this.#serving?.notice();
    } else this.#options.onNotification(method, params);
  }

  #save(connection: Connection): void {
    const { manifest } = this.#options;
    const { serverInfo, instructions, generation, serverCapabilities: capabilities } = connection;
    manifest.save({ serverInfo, instructions, generation, capabilities, tools: this.#parts.list.entries });
  }
}
