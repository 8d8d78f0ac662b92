import { isDeepStrictEqual } from 'node:util';
import { type Implementation, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { CallContext } from '../../base/call/call-context.ts';
import { fromMcpResult } from '../../base/call/from-mcp-result.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { SourceState } from '../../registry/source.ts';
import type { HttpEndpoint, ServerConfig, StdioEndpoint } from '../config.ts';
import { type Connection, createConnection } from '../connection/connection.ts';
import { callError, UnavailableError } from '../tools/call-error.ts';
import { listTools, type ToolList } from '../tools/list-tools.ts';
import type { StdioTransportOptions } from '../transport/stdio-transport.ts';
import type { Caller } from '../upstream/upstream.ts';
import { backOffMs, pause } from './back-off.ts';
import {
  crashFault,
  type Fault,
  type FaultKind,
  isHopeless,
  isSessionLost,
  isUnreachable,
  startFault,
} from './fault.ts';
import { Readiness, type StateDetail } from './readiness.ts';
import { createRefresher, type Refresher } from './refresh.ts';

/** After this long without a fault, earlier ones are forgiven. */
const STABLE_MS = 60_000;

/** What a server needs, and whom it tells. */
export interface ServerOptions {
  readonly config: ServerConfig;
  /** Who we say we are. */
  readonly client: Implementation;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From 0 to under 1; spreads restarts. */
  readonly random: () => number;
  readonly stdio: StdioTransportOptions;
  /** Takes this server's secrets and hidden characters out of a text. */
  readonly mask: (text: string) => string;
  /** The same for what a model is told of a failed call. */
  readonly maskFault: (fault: ToolError) => ToolError;
  /** A list was read that differs from the one before. */
  readonly onTools: (list: ToolList) => void;
  readonly onState: (state: SourceState, detail: StateDetail) => void;
  /** A connection that all share is ready for use. */
  readonly onConnection: (connection: Connection) => void;
  /** What the server tells over it, beside changes of its tools. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/**
 * One upstream server, kept running: started, listed, restarted when it falls, and given up when that is hopeless.
 *
 * `starting` until its tools are known; `ready`; `restarting` after a crash; `failed` when given up; `disabled` when its
 * entry says so. Nothing here rejects: what goes wrong is a state with a reason, or a call's failure.
 */
export class Server {
  readonly #options: ServerOptions;
  readonly #readiness: Readiness;
  readonly #stopping = new AbortController();
  /** The last connection: open, being opened, or over. */
  #connection: Connection | undefined;
  #list: ToolList | undefined;
  #refresher: Refresher | undefined;
  /** The tools changed while they were being listed. */
  #isStale = false;
  /** Since it last ran well. */
  #faults: FaultKind[] = [];
  #life: Promise<void> | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#readiness = new Readiness(options.clock, options.config, options.onState);
  }

  /** What it is right now, and why. */
  get readiness(): Pick<Readiness, 'state' | 'detail'> {
    return this.#readiness;
  }

  /** For reports. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Starts it, once. Returns at once. */
  start(): void {
    this.#life ??= this.#live();
  }

  /** Ends it for good, and resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopped'));
    this.#readiness.end();
    await this.#connection?.close();
    await this.#life;
  }

  /**
   * Sends it a request and gives back the answer as it came. During a start or a restart this waits, within the start
   * limit. Rejects with the SDK's errors, or with {@link UnavailableError}.
   */
  async ask(method: string, params: JsonObject, { signal, onProgress }: Caller): Promise<JsonObject> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.#readiness.available(signal);
      if ('code' in connection) throw new UnavailableError(connection);
      try {
        return await connection.request(method, params, {
          signal,
          ...(onProgress === undefined ? {} : { onProgress }),
        });
      } catch (error) {
        const isLost = isSessionLost(error);
        if (isLost || isUnreachable(error)) this.#drop(connection);
        // Of a lost session the server carried nothing out, so sending the request again is safe.
        if (!isLost || attempt > 1) throw error;
      }
    }
  }

  /** Runs one of its tools by the tool's own name. */
  async call(toolName: string, args: JsonObject, call: CallContext): Promise<ToolResult> {
    const { config, mask, maskFault } = this.#options;
    try {
      const caller = { ...call, onProgress: call.progress };
      return fromMcpResult(await this.ask('tools/call', { name: toolName, arguments: args }, caller));
    } catch (error) {
      if (error instanceof UnavailableError) return failure(error.fault);
      return failure(maskFault(callError(error, config.label, call.signal, mask)));
    }
  }

  /** From start to stop: one turn of the loop is one connection. */
  async #live(): Promise<void> {
    const { config } = this.#options;
    const { endpoint } = config;
    if (!config.enabled) return this.#readiness.become('disabled', { remedy: `set enabled: true for ${config.label}` });
    if (endpoint.kind === 'misconfigured') {
      return this.#readiness.become('failed', { reason: endpoint.reason, remedy: endpoint.remedy });
    }
    while (!this.#stopping.signal.aborted) {
      const connection = this.#connect(endpoint);
      let fault = await this.#open(connection);
      if (fault === undefined) {
        await this.#serve(connection);
        fault = crashFault(connection);
      }
      await connection.close();
      if (this.#stopping.signal.aborted || !(await this.#recover(fault))) return;
    }
  }

  #connect(endpoint: StdioEndpoint | HttpEndpoint): Connection {
    const { client, stdio, logger, config, mask } = this.#options;
    this.#isStale = false;
    this.#connection = createConnection({
      endpoint,
      client,
      capabilities: {},
      stdio: { ...stdio, mask },
      onRequest: async (method) => {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not known here`);
      },
      onNotification: (method, params) => {
        if (method !== 'notifications/tools/list_changed') return this.#options.onNotification(method, params);
        this.#isStale = true;
        this.#refresher?.notice();
      },
      onOddity: (error) => logger.debug('odd message', { server: config.label, message: mask(error.message) }),
    });
    return this.#connection;
  }

  /** Handshake and tool list, within the start limit. Gives the fault when there is one. */
  async #open(connection: Connection): Promise<Fault | undefined> {
    const { clock, config, mask } = this.#options;
    try {
      await withDeadline(clock, config.startTimeoutMs, this.#stopping.signal, async (signal) => {
        await connection.open(signal);
        this.#publish(await listTools(connection.request, signal));
      });
      return undefined;
    } catch (error) {
      return startFault(error, config, connection, mask);
    }
  }

  /** While the connection lasts. */
  async #serve(connection: Connection): Promise<void> {
    const { clock } = this.#options;
    const since = clock.now();
    const refresher = createRefresher({ clock, run: () => this.#refresh(connection) });
    this.#refresher = refresher;
    if (this.#isStale) refresher.notice();
    this.#readiness.become('ready', {}, connection);
    this.#options.onConnection(connection);
    await connection.closed;
    refresher.stop();
    this.#refresher = undefined;
    this.#drop(connection);
    if (clock.now() - since >= STABLE_MS) this.#faults = [];
  }

  async #refresh(connection: Connection): Promise<boolean> {
    const { clock, config, logger, mask } = this.#options;
    try {
      const list = await withDeadline(clock, config.startTimeoutMs, this.#stopping.signal, (signal) =>
        listTools(connection.request, signal),
      );
      if (this.#readiness.usable !== connection || isSameList(list, this.#list)) return false;
      this.#publish(list);
      return true;
    } catch (error) {
      // That its connection ended meanwhile is told elsewhere, or was asked for.
      if (this.#readiness.usable === connection) {
        logger.warn('tools could not be listed again', { server: config.label, reason: mask(messageOf(error)) });
      }
      return false;
    }
  }

  #publish(list: ToolList): void {
    this.#list = list;
    this.#options.onTools(list);
  }

  /** No call uses the connection from now on. */
  #drop(connection: Connection): void {
    if (this.#readiness.usable === connection) this.#readiness.become('restarting');
    void connection.close();
  }

  /** Says what happened and waits before the next try; false when there is none. */
  async #recover({ kind, reason, remedy }: Fault): Promise<boolean> {
    const { clock, random, config, logger, mask } = this.#options;
    this.#faults.push(kind);
    const detail = { reason: mask(reason), remedy };
    logger.warn('server failed', { server: config.label, tries: this.#faults.length, ...detail });
    if (isHopeless(this.#faults)) {
      this.#readiness.become('failed', detail);
      return false;
    }
    this.#readiness.become(this.#list === undefined ? 'starting' : 'restarting', detail);
    await pause(clock, backOffMs(this.#faults.length, random), this.#stopping.signal);
    return true;
  }
}

function isSameList(a: ToolList, b: ToolList | undefined): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    // Nested so deeply that comparing runs out of stack.
    return false;
  }
}
