import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../connection/connection.ts';
import { isUnreachable } from './request-loss.ts';

/** A server that is alive has answered a ping long before. */
const PATIENCE_MS = 5000;

/**
 * Whether a server still answers: any answer to a ping will do, an error too. It has 5 s for that once `othersEnded`
 * resolves, because one that does one thing at a time gets round to the ping after the calls before it. Rejects when there
 * is nobody to be asked at its address.
 */
export async function isAnswering(connection: Connection, clock: Clock, othersEnded: Promise<void>): Promise<boolean> {
  const silence = new AbortController();
  let cancel = () => {};
  // The protocol of 2026 has no ping.
  const method = connection.generation?.era === 'modern' ? 'server/discover' : 'ping';
  const answer = connection.request(method, {}, { signal: silence.signal }).then(
    () => true,
    (error: unknown) => {
      if (isUnreachable(error)) throw error;
      return !silence.signal.aborted && (ProtocolError.isInstance(error) || SdkError.isInstance(error));
    },
  );
  let isOver = false;
  void othersEnded.then(() => {
    if (!isOver) cancel = clock.schedule(PATIENCE_MS, () => silence.abort(new Error('silent')));
  });
  try {
    return await answer;
  } finally {
    isOver = true;
    cancel();
  }
}
