import { withDeadline } from '../../base/deadline.ts';
import type { JsonObject } from '../../base/json.ts';
import { signInRemedy } from '../auth/sign-in.ts';
import type { HttpEndpoint, StdioEndpoint } from '../config.ts';
import { type Connection, createConnection, type Generation } from '../connection/connection.ts';
import type { ConnectionParts } from '../connection/connection-parts.ts';
import { refuseRequest, SHARED_CAPABILITIES } from '../peers/shared-capabilities.ts';
import { listTools, type ToolList } from '../tools/list-tools.ts';
import { type Fault, startFault } from './fault.ts';
import { isAnswer } from './request-loss.ts';

/** What opening connections to a server takes. */
export interface OpenerOptions extends ConnectionParts {
  /** What the server tells over a connection. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** A connection that is ready for use, with the server's tools; or why there is none. */
export type Opened = { readonly connection: Connection; readonly list: ToolList } | { readonly fault: Fault };

/** Opens one connection after the other to a server: the ones that all clients share. */
export class Opener {
  readonly #options: OpenerOptions;
  #connection: Connection | undefined;
  /** It lives, but could not list its tools. */
  #isKept = false;
  #generation: Generation | undefined;

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  /** The last one: open, being opened, or over. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** How the server is spoken to, as far as that is known. */
  get generation(): Generation | undefined {
    return this.#generation;
  }

  /** Takes for granted what was found out about the server in an earlier run. */
  assume(generation: Generation | undefined): void {
    this.#generation = generation;
  }

  /**
   * Handshake and tool list, within the start limit. After a list that failed on a connection that lives, only the list is
   * asked for again, on the same connection. Never rejects; with a fault, nothing is left open but that connection.
   */
  async open(endpoint: StdioEndpoint | HttpEndpoint, stopping: AbortSignal): Promise<Opened> {
    const { config, clock, mask } = this.#options;
    const guess = this.#generation;
    let isOpen = this.#isKept;
    this.#isKept = false;
    try {
      const connection = this.#prepare(endpoint, isOpen);
      const list = await withDeadline(clock, config.startTimeoutMs, stopping, async (signal) => {
        if (!isOpen) await connection.open(signal);
        isOpen = true;
        return listTools(connection.request, signal);
      });
      this.#generation = connection.generation;
      return { connection, list };
    } catch (error) {
      const failed = this.#connection ?? { exit: undefined, stderr: '' };
      const remedy = await this.#signIn(error, endpoint, stopping);
      const fault = { ...startFault(error, config, failed, mask, isOpen), ...remedy };
      this.#generation = undefined;
      this.#isKept = isOpen && guess === undefined && fault.kind === 'passing' && isAnswer(error);
      if (!this.#isKept) await this.#connection?.close();
      return { fault: guess === undefined ? fault : doubted(fault) };
    }
  }

  /** Ends the last connection, and resolves when it is gone. */
  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** Of a server that wants a sign-in, what it says about that. */
  async #signIn(error: unknown, endpoint: StdioEndpoint | HttpEndpoint, signal: AbortSignal): Promise<Partial<Fault>> {
    if (endpoint.kind !== 'http') return {};
    const remedy = await signInRemedy(error, endpoint.url, { clock: this.#options.clock, signal });
    return remedy === undefined ? {} : { remedy: this.#options.mask(remedy) };
  }

  #prepare(endpoint: StdioEndpoint | HttpEndpoint, isOpen: boolean): Connection {
    if (isOpen && this.#connection !== undefined) return this.#connection;
    this.#connection = undefined;
    const { client, clock, stdio, logger, config, mask, onNotification, paramHeaders } = this.#options;
    this.#connection = createConnection({
      endpoint,
      client,
      clock,
      ...(config.protocol === undefined ? {} : { protocol: config.protocol }),
      capabilities: SHARED_CAPABILITIES,
      stdio: { ...stdio, mask },
      ...(this.#generation === undefined ? {} : { generation: this.#generation }),
      paramHeaders,
      onRequest: refuseRequest,
      onNotification,
      onOddity: (error) => logger.debug('odd message', { server: config.label, message: mask(error.message) }),
    });
    return this.#connection;
  }
}

/** What was taken for granted of the server may be the cause, so it is worth another try without. */
function doubted(fault: Fault): Fault {
  return fault.kind === 'permanent' && fault.isMended === undefined ? { ...fault, kind: 'passing' } : fault;
}
