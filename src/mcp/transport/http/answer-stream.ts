import { isJSONRPCErrorResponse, isJSONRPCResultResponse, type JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';

import { MAX_MESSAGE_BYTES, readMessages, readOversized } from '../wire-message.ts';
import { readEvents } from './event-stream.ts';
import { isRefusal } from './http-status.ts';
import { pause } from './pause.ts';
import { mediaType } from './read-body.ts';
import { reopenDelayMs } from './reopen-delay.ts';

/** After so many failures in a row to take a stream up again, its request has no answer. */
const MOST_FAILURES = 5;

type Id = string | number;

/** What is needed to read a stream. */
export interface AnswerStreamOptions {
  readonly clock: Clock;
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Takes each message, the answer among them. */
  readonly take: (message: JSONRPCMessage) => void;
  /** The answer has been taken; what may follow is of no use. */
  readonly answered: () => void;
  /** Asks for the rest of the stream after the event with this id. */
  readonly resume: (lastEventId: string) => Promise<Response>;
}

/**
 * Reads the stream that was opened for a request, and tells whether its answer came. A stream that ends early is taken up
 * again where its events have ids: after the delay that the server asked for, for as long as the signal allows. (So a server
 * may close it while it works, and be polled.) Never rejects.
 */
export async function readToAnswer(first: Response, id: Id, options: AnswerStreamOptions): Promise<boolean> {
  const { signal } = options;
  const stream = createReader(id, options);
  let response: Response | undefined = first;
  while (response !== undefined) {
    await stream.read(response);
    const { isAnswered, lastId, retryMs } = stream;
    if (isAnswered || signal.aborted) return isAnswered;
    response = lastId === undefined ? undefined : await takeUp(lastId, retryMs, options);
  }
  return false;
}

/** The rest of a stream; nothing when the server has none, or can't be reached time after time, or at the signal. */
async function takeUp(lastId: string, retryMs: number | undefined, { clock, signal, resume }: AnswerStreamOptions) {
  for (let failures = 0; failures < MOST_FAILURES; failures++) {
    await pause(clock, reopenDelayMs(failures, retryMs), signal);
    if (signal.aborted) return undefined;
    try {
      const response = await resume(lastId);
      return mediaType(response) === 'text/event-stream' ? response : undefined;
    } catch (error) {
      if (isRefusal(error)) return undefined;
    }
  }
  return undefined;
}

function createReader(id: Id, { take, answered }: AnswerStreamOptions) {
  const state = {
    isAnswered: false,
    lastId: undefined as string | undefined,
    retryMs: undefined as number | undefined,
    async read(response: Response): Promise<void> {
      try {
        await readEvents(response.body ?? emptyBody(), {
          event({ name, data, id: eventId }) {
            if (eventId) state.lastId = eventId;
            if (name === 'message') for (const message of readMessages(data)) receive(message);
          },
          retry: (delayMs) => {
            state.retryMs = delayMs;
          },
          tooLong(head, tail) {
            const answer = readOversized(head, tail, MAX_MESSAGE_BYTES);
            if (answer !== undefined) receive(answer);
          },
        });
      } catch {
        // Broken off is no other than ended: whether the answer had come is what counts.
      }
    },
  };
  const receive = (message: JSONRPCMessage) => {
    take(message);
    if (!isAnswerTo(message, id) || state.isAnswered) return;
    state.isAnswered = true;
    answered();
  };
  return state;
}

/** True for the answer to the request with this id; some servers give a number back as a text. */
export function isAnswerTo(message: JSONRPCMessage, id: Id): boolean {
  return (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && String(message.id) === String(id);
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
