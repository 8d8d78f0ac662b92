import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Methods } from '../client/client-side.ts';
import { addressIn } from './resource-methods.ts';
import type { ResourceSubscriptions } from './resource-subscriptions.ts';

/** More than any client shows at a time. */
const MAX_SUBSCRIPTIONS = 1_000;

/** `resources/subscribe` and `resources/unsubscribe`, which clients before 2026 have. */
export function subscriptionMethods(subscriptions: ResourceSubscriptions): Methods {
  const held = new Map<string, Promise<() => void>>();
  return [
    [
      'resources/subscribe',
      async (params) => {
        const address = addressIn(params);
        if (!held.has(address)) {
          assertRoom(held.size);
          held.set(address, subscriptions.add(address));
        }
        const subscribing = held.get(address);
        try {
          await subscribing;
        } catch (error) {
          if (held.get(address) === subscribing) held.delete(address);
          throw error;
        }
        return {};
      },
    ],
    [
      'resources/unsubscribe',
      async (params) => {
        const address = addressIn(params);
        const subscribing = held.get(address);
        held.delete(address);
        // One that never came about needs no end.
        const end = await subscribing?.catch(() => undefined);
        end?.();
        return {};
      },
    ],
  ];
}

function assertRoom(held: number): void {
  if (held < MAX_SUBSCRIPTIONS) return;
  const message = `there are ${MAX_SUBSCRIPTIONS} subscriptions already; unsubscribe from some first`;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}
