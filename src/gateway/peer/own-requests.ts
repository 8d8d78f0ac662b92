import {
  type JSONRPCMessage,
  ProtocolError,
  type RequestId,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** On the stream of which of the client's requests a message goes; without one, on that for all else. */
export interface Way {
  readonly relatedRequestId?: RequestId;
}

/** One request to a client. */
interface OwnRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly signal: AbortSignal;
  /** How the client is reached right now; absent when it can't be. */
  readonly way: () => Way | undefined;
}

/** What we ask of a client of 2025 in requests of our own, which the SDK knows nothing of. */
export interface OwnRequests {
  /**
   * Resolves with the result as it came. Rejects with the client's error, with `SdkError` when it can't be reached, or with
   * the signal's reason; the client is told of that.
   */
  send(request: OwnRequest): Promise<JsonObject>;
  /** Takes an answer; true when the message was one, if only a late one. */
  settle(message: JSONRPCMessage): boolean;
  /** Nobody will answer any more. */
  fail(error: Error): void;
}

interface Pending {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * None yet. Ids are texts that nobody else makes, for there are clients that keep all ids in one place, and the clients of
 * the SDK's first version do not understand when the request with the id 0 is taken back.
 */
export function createOwnRequests(post: (message: JSONRPCMessage, way: Way) => Promise<void>): OwnRequests {
  const pending = new Map<RequestId, Pending>();
  return {
    send({ method, params, signal, way }) {
      const id = newId('ask');
      const takeBack = () => {
        const reason = messageOf(signal.reason);
        const back = way();
        const cancelled = { method: 'notifications/cancelled', params: { requestId: id, reason } };
        if (back !== undefined) post({ jsonrpc: '2.0', ...cancelled }, back).catch(() => {});
        pending.get(id)?.reject(signal.reason);
      };
      const answer = new Promise<JsonObject>((resolve, reject) => {
        signal.throwIfAborted();
        const there = way();
        if (there === undefined)
          throw new SdkError(SdkErrorCode.NotConnected, 'the client has no stream to be asked on');
        pending.set(id, { resolve, reject });
        signal.addEventListener('abort', takeBack, { once: true });
        post({ jsonrpc: '2.0', id, method, params }, there).catch(reject);
      });
      return answer.finally(() => {
        pending.delete(id);
        signal.removeEventListener('abort', takeBack);
      });
    },
    settle(message) {
      if ('method' in message) return false;
      const request = message.id === undefined ? undefined : pending.get(message.id);
      if ('error' in message) {
        const { code, message: text, data } = message.error;
        request?.reject(new ProtocolError(code, text, data));
      } else if (isJsonObject(message.result)) {
        request?.resolve(message.result);
      }
      return true;
    },
    fail(error) {
      for (const { reject } of pending.values()) reject(error);
    },
  };
}
