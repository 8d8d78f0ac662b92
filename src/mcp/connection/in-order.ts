import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Messages on their way to whoever handles them. */
export interface InOrder {
  push(message: JSONRPCMessage): void;
  /** Resolves when everything so far has been handed on. */
  drained(): Promise<void>;
}

/**
 * Hands messages on in their order. An answer waits a moment when a notification came just before: the SDK handles a
 * notification a little later, and forgets whom to tell about progress as soon as the answer is there.
 */
export function createInOrder(handOn: (message: JSONRPCMessage) => void): InOrder {
  const inbox: JSONRPCMessage[] = [];
  let isDelivering = false;
  let hasNotified = false;
  let delivery = Promise.resolve();

  const deliver = async () => {
    isDelivering = true;
    for (let message = inbox.shift(); message !== undefined; message = inbox.shift()) {
      const isAnswer = !('method' in message);
      if (isAnswer && hasNotified) await new Promise((resolve) => setImmediate(resolve));
      hasNotified = !isAnswer;
      handOn(message);
    }
    isDelivering = false;
  };
  return {
    push(message) {
      inbox.push(message);
      if (!isDelivering) delivery = deliver();
    },
    drained: () => delivery,
  };
}
