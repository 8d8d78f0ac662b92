import { isJsonObject, type Json } from '../../base/json.ts';
import type { ResourceSubscriptions } from './resource-subscriptions.ts';

/** More than any client shows at a time. */
const MAX_RESOURCES = 1_000;

/** The addresses in the filter of a `subscriptions/listen` of 2026, each once. */
export function listenedResources(filter: Json | undefined): readonly string[] {
  const uris = isJsonObject(filter) ? filter['resourceSubscriptions'] : undefined;
  if (!Array.isArray(uris)) return [];
  return [...new Set(uris.filter((uri) => typeof uri === 'string'))].slice(0, MAX_RESOURCES);
}

/**
 * Subscribes to all of them until the returned function is called. A client can't be told that one of them can't be
 * watched: it hears of no change, and `onRefusal` of the reason.
 */
export function listenTo(
  subscriptions: ResourceSubscriptions,
  addresses: readonly string[],
  onRefusal: (error: unknown) => void,
): () => void {
  const begun = addresses.map((address) =>
    subscriptions.add(address).catch((error: unknown) => {
      onRefusal(error);
      return () => {};
    }),
  );
  return () => {
    for (const each of begun) void each.then((end) => end());
  };
}
