import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { MAX_MESSAGE_BYTES, readMessages } from '../wire-message.ts';

/** A longer body costs more to read than another connection. */
const MOST_DRAINED_BYTES = 64 * 1024;

/** The media type of a response without its parameters, in lower case; empty when none is told. */
export function mediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase();
}

/** The messages in a body, however it is declared; none when it holds something else. Rejects past `limitBytes`. */
export async function readBody(
  response: Response,
  limitBytes: number = MAX_MESSAGE_BYTES,
): Promise<readonly JSONRPCMessage[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limitBytes) throw new Error(`the answer is longer than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return readMessages(Buffer.concat(chunks).toString('utf8'));
}

/** Reads a body to its end, for nothing but the next use of its connection; gives up one that is long or stays open. */
export async function drain(response: Response): Promise<void> {
  let size = 0;
  try {
    if (mediaType(response) === 'text/event-stream') return await response.body?.cancel();
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MOST_DRAINED_BYTES) return;
    }
  } catch {
    // There is nothing in it that anybody waits for.
  }
}
