import type { RequestId } from '@modelcontextprotocol/server';
import type { Clock } from '../../../base/clock.ts';
import { createEarlyCancels } from './early-cancels.ts';

/** The requests of one POST. */
interface Posted {
  /** The server knows of them now; gives those of them that were cancelled before. */
  delivered(): readonly RequestId[];
  /** They were refused as a whole, and nobody will answer. */
  refused(): void;
  /** The stream for their answers has ended, whoever ended it. */
  ended(): void;
}

/** What one client has asked over HTTP, under the ids that it gives. */
export interface RequestsInFlight {
  /** Of several requests in one POST the first that can't be told apart from another, that is not answered yet. */
  taken(ids: readonly RequestId[]): RequestId | undefined;
  begin(ids: readonly RequestId[]): Posted;
  /** Whether the client can be told things on the stream of this request. */
  isReachable(id: RequestId): boolean;
  /** The client waits for it no more. It may not have come yet. */
  cancel(id: RequestId): void;
  answered(id: RequestId): void;
}

interface InFlight {
  /** How many share its stream, as in a batch. */
  readonly sharing: number;
  hasStream: boolean;
  isDelivered: boolean;
  isAnswered: boolean;
}

/**
 * None yet. One without a stream is in flight until it is answered, as what it asked for goes on.
 *
 * @param endStream ends the stream on which the answer to this request would come.
 */
export function createRequestsInFlight(clock: Clock, endStream: (id: RequestId) => void): RequestsInFlight {
  const requests = new Map<RequestId, InFlight>();
  const early = createEarlyCancels(clock);
  const forget = (id: RequestId, request: InFlight) => {
    if (!request.hasStream && request.isAnswered && requests.get(id) === request) requests.delete(id);
  };
  return {
    taken: (ids) => ids.find((id, at) => requests.get(id)?.isAnswered === false || ids.indexOf(id) !== at),
    begin(ids) {
      const own = ids.map((id) => {
        const request: InFlight = { sharing: ids.length, hasStream: true, isDelivered: false, isAnswered: false };
        requests.set(id, request);
        return [id, request] as const;
      });
      return {
        delivered() {
          for (const [, request] of own) request.isDelivered = true;
          return ids.filter(early.take);
        },
        refused() {
          for (const [, request] of own) request.isAnswered = true;
        },
        ended() {
          for (const [id, request] of own) {
            request.hasStream = false;
            forget(id, request);
          }
        },
      };
    },
    isReachable: (id) => requests.get(id)?.hasStream === true,
    cancel(id) {
      const request = requests.get(id);
      if (request?.isDelivered !== true) return early.note(id);
      request.isAnswered = true;
      // Nothing will come on it any more, and neither side would end it.
      if (request.hasStream && request.sharing === 1) endStream(id);
      request.hasStream = false;
      forget(id, request);
    },
    answered(id) {
      const request = requests.get(id);
      if (request === undefined) return;
      request.isAnswered = true;
      forget(id, request);
    },
  };
}
