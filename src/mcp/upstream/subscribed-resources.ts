import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Connection } from '../connection/connection.ts';

/** What subscriptions need of their server. */
export interface SubscribedResourcesOptions {
  readonly label: string;
  readonly clock: Clock;
  /** How long the server may take to agree. */
  readonly limitMs: number;
  /** The connection that all share, awaited where it is to come. */
  readonly shared: (signal: AbortSignal) => Promise<Connection>;
  /** The server no longer agrees, after a restart. */
  readonly onRefused: (uri: string, error: Error) => void;
}

/** What one server has agreed to tell of. What it is told goes one after another, so that the last word is the right one. */
export interface SubscribedResources {
  /** Rejects when the server refuses, or can't be asked. */
  add(uri: string): Promise<void>;
  /** Rejects when the server could not be told. */
  remove(uri: string): Promise<void>;
  /** A new connection knows of nothing yet. Rejects when it could not be told of all. */
  restore(connection: Connection): Promise<void>;
}

/** Nothing is subscribed to yet. */
export function createSubscribedResources(options: SubscribedResourcesOptions): SubscribedResources {
  const { label, clock, limitMs, shared, onRefused } = options;
  const agreed = new Set<string>();
  let toldOn: Connection | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const tell = (connection: Connection, uris: Iterable<string>) =>
    withDeadline(clock, limitMs, undefined, (signal) => connection.subscribe(new Set(uris), signal));

  /** One by one: one that is refused must not cost the others. */
  const restore = async (connection: Connection) => {
    if (toldOn === connection) return;
    const kept = new Set<string>();
    for (const uri of [...agreed]) {
      try {
        await tell(connection, kept.add(uri));
      } catch (error) {
        if (!ProtocolError.isInstance(error)) throw error;
        kept.delete(uri);
        agreed.delete(uri);
        onRefused(uri, error);
      }
    }
    toldOn = connection;
  };
  return {
    add: (uri) =>
      inTurn(async () => {
        // Others may wait for it as well, so no one caller's signal may end it.
        const connection = await shared(new AbortController().signal);
        assertCanTell(connection, label);
        await restore(connection);
        await tell(connection, [...agreed, uri]);
        agreed.add(uri);
      }),
    remove: (uri) =>
      inTurn(async () => {
        if (agreed.delete(uri) && toldOn !== undefined) await tell(toldOn, agreed);
      }),
    restore(connection) {
      void connection.closed.then(() => {
        if (toldOn === connection) toldOn = undefined;
      });
      return inTurn(() => restore(connection));
    },
  };
}

function assertCanTell({ serverCapabilities: { resources } }: Connection, label: string): void {
  if (isJsonObject(resources) && resources.subscribe === true) return;
  throw new ProtocolError(
    ProtocolErrorCode.MethodNotFound,
    `server ${label} does not tell of changes of its resources`,
  );
}
