import type { JsonObject } from '../../base/json.ts';

/** What a server is to tell of, beside what it tells unasked. */
export interface Subscriptions {
  /** Changes to these resources, and to no others. Rejects when the server refuses, or at the signal. */
  watch(uris: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /** Nothing more is asked of the server. */
  close(): void;
}

/** One change of what is watched at a time, in their order, so that the last one stands. */
export function oneAtATime(watch: Subscriptions['watch']): Subscriptions['watch'] {
  let last: Promise<void> = Promise.resolve();
  return (uris, signal) => {
    const wanted = new Set(uris);
    const next = last.then(() => {
      signal.throwIfAborted();
      return watch(wanted, signal);
    });
    last = next.catch(() => {});
    return next;
  };
}

type Send = (method: string, params: JsonObject, options: { readonly signal: AbortSignal }) => Promise<JsonObject>;

/** With a server of the 2025 generation: a request for each resource that comes or goes. */
export function legacySubscriptions(send: Send): Subscriptions {
  const watched = new Set<string>();
  return {
    watch: oneAtATime(async (uris, signal) => {
      for (const uri of [...watched].filter((known) => !uris.has(known))) {
        await send('resources/unsubscribe', { uri }, { signal });
        watched.delete(uri);
      }
      for (const uri of [...uris].filter((wanted) => !watched.has(wanted))) {
        await send('resources/subscribe', { uri }, { signal });
        watched.add(uri);
      }
    }),
    close: () => {},
  };
}
