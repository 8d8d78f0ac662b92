import { splitLines } from '../split-lines.ts';
import { MAX_MESSAGE_BYTES } from '../wire-message.ts';

/** One block of a stream of server-sent events. */
export interface StreamEvent {
  /** `message` where the server names none. */
  readonly name: string;
  /** Its lines, joined by line breaks; empty where the block has none. */
  readonly data: string;
  /** Where to go on reading from, should the stream end here. */
  readonly id?: string;
}

/** What becomes of a stream. */
export interface EventSink {
  event(event: StreamEvent): void;
  /** How long the server asks us to wait, in milliseconds, before the stream is opened again. */
  retry?(delayMs: number): void;
  /** A line that was too long was thrown away: its first and last characters. */
  tooLong(head: string, tail: string): void;
}

/**
 * Reads server-sent events to the end of `body`. Any line breaks, comments, a byte order mark and unknown fields are
 * taken; a last event is taken even when no blank line ends it. Memory is bounded: rejects when the lines of one event
 * come to more than `limitBytes`. Rejects when the stream breaks.
 */
export async function readEvents(
  body: AsyncIterable<Uint8Array>,
  sink: EventSink,
  limitBytes: number = MAX_MESSAGE_BYTES,
): Promise<void> {
  const block = collectBlock(sink, limitBytes);
  let isFirst = true;
  const read = splitLines(
    limitBytes,
    {
      line(text) {
        block.line(isFirst ? text.replace(/^\uFEFF/, '') : text);
        isFirst = false;
      },
      tooLong: (head, tail) => sink.tooLong(head.replace(/^data: ?/, ''), tail),
    },
    'any',
  );
  for await (const chunk of body) read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  block.end();
}

function collectBlock(sink: EventSink, limitBytes: number) {
  let name = '';
  let data: string[] = [];
  let id: string | undefined;
  let held = 0;

  const end = () => {
    if (data.length > 0 || id !== undefined) {
      sink.event({ name: name || 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) });
    }
    name = '';
    data = [];
    id = undefined;
    held = 0;
  };
  const line = (text: string) => {
    if (text === '') return end();
    held += text.length;
    if (held > limitBytes) throw new Error(`one event is longer than ${limitBytes} bytes`);
    const [field, value] = readField(text);
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) sink.retry?.(Number(value));
  };
  return { line, end };
}

function readField(text: string): readonly [field: string, value: string] {
  const colon = text.indexOf(':');
  if (colon < 0) return [text, ''];
  return [text.slice(0, colon), text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)];
}
