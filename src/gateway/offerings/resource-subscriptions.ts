import type { JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import { grantedUpstreams, type Viewer } from './granted.ts';
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
  /** Rejected while its server is not there, or not for this session. */
  begun: Promise<Begun>;
}

/**
 * Subscribes to each address once, however many want to hear of it; anew when another configuration has put another server
 * in the place of its own, or has given back what it took away. `onUpdated` is told of each change, under the address that
 * was asked for.
 */
export function createResourceSubscriptions(
  viewer: Viewer,
  onUpdated: (params: JsonObject & { readonly uri: string }) => void,
): ResourceSubscriptions {
  const { registry, onReload } = viewer.parts;
  const subscriptions = new Map<string, Subscription>();
  const ending = new AbortController();
  const begin = async (address: string): Promise<Begun> => {
    const { upstream, own } = await routeResource(viewer, address);
    const tell = (params: JsonObject) => onUpdated({ ...params, uri: address });
    return { upstream, end: await upstream.watchResource(own, tell, ending.signal) };
  };
  const release = (address: string, subscription: Subscription) => {
    if (--subscription.count > 0) return;
    endAll([subscription]);
    if (subscriptions.get(address) === subscription) subscriptions.delete(address);
    if (subscriptions.size === 0) lookAway();
  };
  /** What can't be had now is tried again at the next change. */
  const renew = async (address: string, subscription: Subscription) => {
    const { begun } = subscription;
    const held = await begun.catch(() => undefined);
    if (subscription.begun !== begun || subscriptions.get(address) !== subscription) return;
    if (held !== undefined && grantedUpstreams(viewer).includes(held.upstream)) return;
    held?.end();
    subscription.begun = begin(address);
    await subscription.begun.catch(() => {});
  };
  let unsubscribe: readonly (() => void)[] = [];
  const lookOut = () => {
    if (unsubscribe.length > 0) return;
    const renewAll = () => {
      for (const [address, each] of subscriptions) void renew(address, each);
    };
    unsubscribe = [registry.subscribe(renewAll), onReload(renewAll)];
  };
  const lookAway = () => {
    for (const end of unsubscribe) end();
    unsubscribe = [];
  };
  return {
    async add(address) {
      const known = subscriptions.get(address);
      const subscription = known ?? { count: 0, begun: begin(address) };
      subscriptions.set(address, subscription);
      subscription.count++;
      lookOut();
      try {
        if (known !== undefined) await renew(address, known);
        await subscription.begun;
      } catch (error) {
        release(address, subscription);
        throw error;
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        release(address, subscription);
      };
    },
    close() {
      ending.abort(new Error('the client has gone'));
      endAll(subscriptions.values());
      subscriptions.clear();
      lookAway();
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
