import { messageOf } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Connection } from '../connection/connection.ts';
import { createSubscribedResources, type SubscribedResourcesOptions } from './subscribed-resources.ts';

/** What watches need of their server. */
export interface ResourceWatchesOptions extends Omit<SubscribedResourcesOptions, 'onRefused'> {
  /** Wakes the server and keeps it up until the returned function is called. */
  readonly hold: () => () => void;
  /** Told of what could not be restored or taken back. */
  readonly warn: (message: string) => void;
}

/** The resources of one server that somebody wants to hear of. */
export interface ResourceWatches {
  /** As `Upstream.watchResource`. */
  watch(uri: string, listener: Listener, signal: AbortSignal): Promise<() => void>;
  /** The server told of a change. */
  updated(params: JsonObject): void;
  /** A new connection knows of no subscription yet. */
  connected(connection: Connection): void;
}

type Listener = (params: JsonObject) => void;

interface Watched {
  readonly listeners: Set<Listener>;
  readonly agreed: Promise<void>;
}

/** Subscribes to each resource once, however many listen, for as long as one of them does. */
export function createResourceWatches(options: ResourceWatchesOptions): ResourceWatches {
  const { hold, warn } = options;
  const watched = new Map<string, Watched>();
  let release: (() => void) | undefined;
  /** A server that sleeps tells of nothing. */
  const holdWhileWatched = () => {
    if (watched.size > 0) release ??= hold();
    else {
      release?.();
      release = undefined;
    }
  };
  const drop = (uri: string) => {
    watched.delete(uri);
    holdWhileWatched();
  };
  const subscribed = createSubscribedResources({
    ...options,
    onRefused(uri, error) {
      drop(uri);
      warn(`a subscription was refused after a restart: ${messageOf(error)}`);
    },
  });
  const begin = (uri: string): Watched => {
    const entry = { listeners: new Set<Listener>(), agreed: subscribed.add(uri) };
    watched.set(uri, entry);
    holdWhileWatched();
    return entry;
  };
  const end = (uri: string, entry: Watched, listener: Listener) => {
    const isLast = entry.listeners.delete(listener) && entry.listeners.size === 0;
    if (!isLast || watched.get(uri) !== entry) return;
    drop(uri);
    subscribed
      .remove(uri)
      .catch((error: unknown) => warn(`a subscription could not be taken back: ${messageOf(error)}`));
  };

  return {
    async watch(uri, listener, signal) {
      const entry = watched.get(uri) ?? begin(uri);
      entry.listeners.add(listener);
      try {
        await entry.agreed;
        signal.throwIfAborted();
      } catch (error) {
        end(uri, entry, listener);
        throw error;
      }
      return () => end(uri, entry, listener);
    },
    updated(params) {
      const { uri } = params;
      if (typeof uri !== 'string') return;
      for (const [subject, { listeners }] of watched) {
        if (isOrIsBelow(uri, subject)) for (const listener of [...listeners]) listener(params);
      }
    },
    connected(connection) {
      subscribed
        .restore(connection)
        .catch((error: unknown) => warn(`subscriptions wait for the next connection: ${messageOf(error)}`));
    },
  };
}

/** Servers may tell of a part of what was subscribed to. */
function isOrIsBelow(uri: string, subject: string): boolean {
  return uri === subject || uri.startsWith(subject.endsWith('/') ? subject : `${subject}/`);
}
