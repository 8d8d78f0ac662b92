import { splitLines } from './split-lines.ts';
import { MAX_MESSAGE_BYTES, readMessage, readOversized } from './wire-message.ts';

type Mending = TransformStream<Uint8Array, Uint8Array>;

/**
 * The same response with the messages in it as `readMessage` reads them, so that odd answers come to the same over HTTP as
 * over stdio. Memory is bounded: an answer longer than `limitBytes` becomes an error answer where it comes in one line of
 * an event, and ends the body otherwise. What is no message stays as it is.
 */
export function mendResponse(response: Response, limitBytes: number = MAX_MESSAGE_BYTES): Response {
  const mend = response.ok ? MENDING.get(mediaType(response)) : undefined;
  if (mend === undefined || response.body === null) return response;
  return new Response(response.body.pipeThrough(mend(limitBytes)), response);
}

const MENDING: ReadonlyMap<string, (limitBytes: number) => Mending> = new Map([
  ['application/json', mendJson],
  ['text/event-stream', mendEvents],
]);

function mediaType({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase();
}

function mendJson(limitBytes: number): Mending {
  const chunks: Uint8Array[] = [];
  let held = 0;
  return new TransformStream({
    transform(chunk) {
      held += chunk.length;
      if (held > limitBytes) throw tooLong(limitBytes);
      chunks.push(chunk);
    },
    flush(controller) {
      const text = Buffer.concat(chunks).toString('utf8');
      controller.enqueue(Buffer.from(mended(text) ?? text));
    },
  });
}

function mendEvents(limitBytes: number): Mending {
  let read = (_chunk: Buffer) => {};
  return new TransformStream({
    start(controller) {
      let held = 0;
      const put = (line: string) => {
        held = line === '' ? 0 : held + line.length;
        if (held > limitBytes) throw tooLong(limitBytes);
        controller.enqueue(Buffer.from(`${line}\n`));
      };
      read = splitLines(limitBytes, {
        line: (line) => put(mendLine(line)),
        tooLong(head, tail) {
          const answer = readOversized(head.replace(DATA, ''), tail, limitBytes);
          put(answer === undefined ? '' : `data: ${JSON.stringify(answer)}`);
        },
      });
    },
    transform: (chunk) => read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
  });
}

const DATA = /^data: ?/;

/** A message that is spread over several lines of an event stays as it came. */
function mendLine(line: string): string {
  const message = DATA.test(line) && !line.includes('\r') ? mended(line.replace(DATA, '')) : undefined;
  return message === undefined ? line : `data: ${message}`;
}

function mended(text: string): string | undefined {
  const message = readMessage(text);
  return message && JSON.stringify(message);
}

function tooLong(limitBytes: number): Error {
  return new Error(`the answer is longer than ${limitBytes} bytes`);
}
