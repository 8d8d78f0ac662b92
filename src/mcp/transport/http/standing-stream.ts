import { type JSONRPCMessage, SdkHttpError } from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';

import { MAX_MESSAGE_BYTES, readMessages, readOversized } from '../wire-message.ts';
import { readEvents } from './event-stream.ts';
import { pause } from './pause.ts';
import { mediaType } from './read-body.ts';
import { reopenDelayMs } from './reopen-delay.ts';

/** A stream that lasted so long was a good one: what ends it then is no failure. */
const LASTING_MS = 10_000;

/** What a standing stream needs. */
export interface StandingStreamOptions {
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Opens it, after the event with this id where there was one. */
  readonly open: (lastEventId: string | undefined) => Promise<Response>;
  readonly take: (message: JSONRPCMessage) => void;
}

/**
 * Keeps open the stream on which a server says what is no answer: opened again when it ends, later and later while it is
 * short-lived. Resolves when the server offers none (405, any other 4xx, or something that is no stream), or at the signal.
 * Never rejects.
 */
export async function keepStandingStream({ clock, signal, open, take }: StandingStreamOptions): Promise<void> {
  let lastId: string | undefined;
  let retryMs: number | undefined;
  const receive = (message: JSONRPCMessage) => take(message);
  for (let failures = 0; !signal.aborted; ) {
    const since = clock.now();
    try {
      const response = await open(lastId);
      if (mediaType(response) !== 'text/event-stream' || response.body === null) return;
      await readEvents(response.body, {
        event({ name, data, id }) {
          if (id) lastId = id;
          if (name === 'message') readMessages(data).forEach(receive);
        },
        retry: (delayMs) => {
          retryMs = delayMs;
        },
        tooLong(head, tail) {
          const answer = readOversized(head, tail, MAX_MESSAGE_BYTES);
          if (answer !== undefined) receive(answer);
        },
      });
    } catch (error) {
      if (SdkHttpError.isInstance(error) && error.status < 500 && error.status !== 429) return;
    }
    failures = clock.now() - since >= LASTING_MS ? 0 : failures + 1;
    await pause(clock, reopenDelayMs(Math.max(0, failures - 1), retryMs), signal);
  }
}
