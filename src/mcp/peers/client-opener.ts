import type { ToolError } from '../../base/call/tool-error.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { Generation } from '../connection/connection.ts';
import type { ConnectionParts } from '../connection/connection-parts.ts';
import { startFault } from '../server/fault.ts';
import { UnavailableError, unavailable } from '../tools/call-error.ts';
import type { ClientPeer } from './client-peer.ts';
import { OwnConnection } from './own-connection.ts';

/** Between a failed start and the next try on the same grounds. */
const PAUSE_MS = 5000;

/** What connections to one server are made of. */
export interface ClientOpenerOptions extends ConnectionParts {
  /** What is known of how the server is spoken to. */
  readonly generation: () => Generation | undefined;
  /** Why the server may not be started now, where that is so. */
  readonly refusal: () => ToolError | undefined;
}

/** Opens connections to one server for single clients. */
export interface ClientOpener {
  /**
   * A connection that declares what the client did and speaks for it, ready within the server's start limit. Rejects with
   * {@link UnavailableError}: for 5 s after a failure under the same `key` with what failed then, without another try.
   */
  open(key: string, peer: ClientPeer, signal: AbortSignal): Promise<OwnConnection>;
  /** Ends every connection it opened, and resolves when nothing of them is left. Nothing can be opened any more. */
  stop(): Promise<void>;
}

/** An opener for one server. */
export function createClientOpener(options: ClientOpenerOptions): ClientOpener {
  const { config, clock, logger, mask } = options;
  const { label } = config;
  const live = new Set<OwnConnection>();
  const pauses = new Map<string, { readonly until: number; readonly fault: ToolError }>();
  const stopping = new AbortController();

  const paused = (key: string): ToolError | undefined => {
    for (const [other, { until }] of pauses) if (until <= clock.now()) pauses.delete(other);
    return pauses.get(key)?.fault;
  };
  const fail = (error: unknown, connection: OwnConnection): ToolError => {
    const { reason, remedy } = startFault(error, config, connection, mask);
    const said = mask(reason);
    logger.warn('server failed for a client', { server: label, reason: said, remedy });
    const message = `server ${label} opened no connection for this client: ${said}`;
    return { code: 'server-unavailable', message, hint: remedy, retryable: true, data: { server: label } };
  };

  return {
    async open(key, peer, signal) {
      const fault = options.refusal() ?? paused(key);
      if (fault !== undefined) throw new UnavailableError(fault);
      const connection = prepare(options, peer);
      live.add(connection);
      void connection.closed.then(() => connection.close()).then(() => live.delete(connection));
      const ending = AbortSignal.any([stopping.signal, signal]);
      try {
        await withDeadline(clock, config.startTimeoutMs, ending, (limit) => connection.serve(peer, limit));
        return connection;
      } catch (error) {
        const isUnwanted = ending.aborted;
        const found = isUnwanted
          ? unavailable(label, 'failed', { reason: messageOf(ending.reason) })
          : fail(error, connection);
        if (!isUnwanted) pauses.set(key, { until: clock.now() + PAUSE_MS, fault: found });
        void connection.close();
        throw new UnavailableError(found);
      }
    },
    async stop() {
      stopping.abort(new Error('stopped'));
      await Promise.all([...live].map((connection) => connection.close()));
    },
  };
}

function prepare(options: ClientOpenerOptions, peer: ClientPeer): OwnConnection {
  const { config, client, clock, logger, stdio, mask, generation, paramHeaders } = options;
  const { endpoint, label } = config;
  const known = generation();
  if (endpoint.kind === 'misconfigured') throw new UnavailableError(unavailable(label, 'failed', endpoint));
  return new OwnConnection({
    endpoint,
    client,
    clock,
    capabilities: peer.capabilities,
    paramHeaders,
    stdio: { ...stdio, mask },
    ...(known === undefined ? {} : { generation: known }),
    ...(config.protocol === undefined ? {} : { protocol: config.protocol }),
    onOddity: (error) => logger.debug('odd message', { server: label, message: mask(error.message) }),
  });
}
