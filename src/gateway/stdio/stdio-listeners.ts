import { isJSONRPCNotification, type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../../base/json.ts';
import { listenedResources } from '../offerings/listened-resources.ts';

/** Watches a connection of 2026-07-28 for what its client listens to: the SDK answers that itself and tells nobody. */
export interface StdioListeners {
  /** A message came from the client. */
  received(message: JSONRPCMessage): void;
  /** A message goes to the client. */
  sent(message: JSONRPCMessage): void;
}

/** @param listen begins to listen to these addresses; the returned function ends that. */
export function createStdioListeners(listen: (addresses: readonly string[]) => () => void): StdioListeners {
  const open = new Map<Json | undefined, () => void>();
  return {
    received(message) {
      if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return;
      const id = message.params?.['requestId'] as Json | undefined;
      open.get(id)?.();
      open.delete(id);
    },
    sent(message) {
      // Only what was acknowledged is listened to.
      if (!isJSONRPCNotification(message) || message.method !== 'notifications/subscriptions/acknowledged') return;
      const { _meta, notifications } = (message.params ?? {}) as JsonObject;
      const addresses = listenedResources(notifications);
      if (addresses.length > 0) open.set((_meta as JsonObject)[SUBSCRIPTION_ID_META_KEY], listen(addresses));
    },
  };
}
