import type { JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import type { Viewer } from './granted.ts';
import { routeResource } from './route-resource.ts';

/** The resources whose changes some client, or the clients of one door, want to hear of. */
export interface ResourceSubscriptions {
  /**
   * One more wants to hear of it, until it calls the function that this resolves with. Rejects when there is no such
   * resource, or its server won't tell.
   */
  add(address: string): Promise<() => void>;
  /** Nobody wants to hear of anything any more. */
  close(): void;
}

/** What was begun, and with which server. */
interface Begun {
  readonly upstream: Upstream;
  readonly end: () => void;
}

interface Subscription {
  /** How many want to hear of it. */
  count: number;
  begun: Promise<Begun>;
}

/**
 * Subscribes to each address once, however many want to hear of it; anew when another configuration has put another server
 * in the place of its own. `onUpdated` is told of each change, under the address that was asked for.
 */
export function createResourceSubscriptions(
  viewer: Viewer,
  onUpdated: (params: JsonObject & { readonly uri: string }) => void,
): ResourceSubscriptions {
  const { registry, upstreams } = viewer.parts;
  const subscriptions = new Map<string, Subscription>();
  const ending = new AbortController();
  const begin = async (address: string): Promise<Begun> => {
    const { upstream, own } = await routeResource(viewer, address);
    const tell = (params: JsonObject) => onUpdated({ ...params, uri: address });
    return { upstream, end: await upstream.watchResource(own, tell, ending.signal) };
  };
  const drop = (address: string, subscription: Subscription) => {
    if (subscriptions.get(address) === subscription) subscriptions.delete(address);
    if (subscriptions.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  };
  const renew = async (address: string, subscription: Subscription) => {
    const { begun } = subscription;
    const { upstream, end } = await begun;
    if (subscription.begun !== begun || subscription.count === 0 || upstreams.all().includes(upstream)) return;
    end();
    subscription.begun = begin(address);
    await subscription.begun;
  };
  let unsubscribe: (() => void) | undefined;
  const watchServers = () => {
    unsubscribe ??= registry.subscribe(() => {
      // One that fails is gone, as one that was refused.
      for (const [address, each] of subscriptions) renew(address, each).catch(() => drop(address, each));
    });
  };
  return {
    async add(address) {
      const subscription = subscriptions.get(address) ?? { count: 0, begun: begin(address) };
      subscriptions.set(address, subscription);
      subscription.count++;
      watchServers();
      try {
        await subscription.begun;
      } catch (error) {
        // The next one to ask tries again.
        drop(address, subscription);
        throw error;
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (--subscription.count > 0) return;
        endAll([subscription]);
        drop(address, subscription);
      };
    },
    close() {
      ending.abort(new Error('the client has gone'));
      endAll(subscriptions.values());
      subscriptions.clear();
      unsubscribe?.();
    },
  };
}

function endAll(subscriptions: Iterable<Subscription>): void {
  for (const { begun } of subscriptions) {
    begun.then(
      ({ end }) => end(),
      () => {},
    );
  }
}
