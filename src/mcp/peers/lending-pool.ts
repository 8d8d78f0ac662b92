import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { ServerConfig } from '../config.ts';
import { UnavailableError } from '../tools/call-error.ts';
import { createSlots, type Slots } from '../tools/call-limit.ts';
import type { ConnectionSource } from './client-link.ts';
import type { ClientOpener } from './client-opener.ts';
import type { ClientPeer } from './client-peer.ts';
import type { OwnConnection } from './own-connection.ts';

/** Connections of one server, lent and waiting together. */
const MAX_CONNECTIONS = 16;
/** After this long without use one is closed. */
const UNUSED_MS = 60_000;

/** What a pool is made of. */
export interface LendingPoolOptions {
  readonly config: ServerConfig;
  readonly opener: ClientOpener;
  readonly clock: Clock;
}

/** A connection that is not lent. */
interface Spare {
  readonly key: string;
  /** Takes back its ending. */
  readonly keep: () => void;
}

/**
 * Connections to one server for clients whose session is one request. Each is lent to one client at a time, and goes on
 * only to a client that declared exactly the same, and only when nothing of the first is left in it: whatever was asked was
 * answered, the server was given no roots to keep, nor asked for logs, which may come at any time, and no stream beside the
 * answers can bring a message late, as one can over HTTP. There are 16 at most; who comes then waits, within the server's
 * start limit.
 */
export class LendingPool implements ConnectionSource {
  readonly #options: LendingPoolOptions;
  readonly #places: Slots;
  /** Places that are taken, also by connections that are still being opened. */
  #taken = 0;
  readonly #lent = new Map<OwnConnection, ClientPeer>();
  /** Longest unused first. */
  readonly #spare = new Map<OwnConnection, Spare>();

  constructor(options: LendingPoolOptions) {
    this.#options = options;
    this.#places = createSlots(MAX_CONNECTIONS, `a free connection of server ${options.config.label}`);
  }

  async take(peer: ClientPeer, signal: AbortSignal): Promise<OwnConnection> {
    await this.#enter(signal);
    const key = stableJson(peer.capabilities);
    const spare = [...this.#spare].findLast(([, { key: other }]) => other === key)?.[0];
    if (spare !== undefined) {
      this.#unshelve(spare);
      this.#lent.set(spare, peer);
      await spare.serve(peer, signal);
      return spare;
    }
    try {
      return await this.#open(key, peer, signal);
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  giveBack(connection: OwnConnection): void {
    const peer = this.#lent.get(connection);
    if (peer === undefined) return;
    const { config, clock } = this.#options;
    if (
      !connection.leave() ||
      config.endpoint.kind !== 'stdio' ||
      peer.wantsLogs ||
      'roots' in connection.capabilities
    ) {
      void connection.close();
      return;
    }
    const keep = clock.schedule(UNUSED_MS, () => this.#discard(connection));
    this.#spare.set(connection, { key: stableJson(connection.capabilities), keep });
    this.#lent.delete(connection);
    this.#leave();
  }

  async #open(key: string, peer: ClientPeer, signal: AbortSignal): Promise<OwnConnection> {
    const [unused] = this.#spare.keys();
    if (unused !== undefined && this.#spare.size + this.#taken > MAX_CONNECTIONS) this.#discard(unused);
    const connection = await this.#options.opener.open(key, peer, signal);
    this.#lent.set(connection, peer);
    void connection.closed.then(() => {
      this.#unshelve(connection);
      if (this.#lent.delete(connection)) this.#leave();
    });
    return connection;
  }

  #discard(connection: OwnConnection): void {
    this.#unshelve(connection);
    void connection.close();
  }

  #unshelve(connection: OwnConnection): void {
    this.#spare.get(connection)?.keep();
    this.#spare.delete(connection);
  }

  async #enter(signal: AbortSignal): Promise<void> {
    const { config, clock } = this.#options;
    const { label, startTimeoutMs } = config;
    try {
      await withDeadline(clock, startTimeoutMs, signal, async (limit) => {
        await this.#places.take(limit);
        if (limit.aborted) this.#places.giveBack();
      });
      this.#taken++;
    } catch (error) {
      const message = `all ${MAX_CONNECTIONS} connections of server ${label} for clients like this one are in use`;
      const fault = { code: 'server-unavailable', message, retryable: true, data: { server: label } };
      throw signal.aborted ? error : new UnavailableError(fault);
    }
  }

  #leave(): void {
    this.#taken--;
    this.#places.giveBack();
  }
}
