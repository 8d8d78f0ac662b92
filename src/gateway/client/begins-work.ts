import { isJsonObject } from '../../base/json.ts';

/**
 * True for a request that begins something. An answer does not, nor a notification, nor a request with which a client
 * comes back to a call that has asked it something.
 */
export function beginsWork(message: unknown): boolean {
  if (!isJsonObject(message) || !('method' in message) || !('id' in message)) return false;
  return !isJsonObject(message.params) || message.params.requestState === undefined;
}
