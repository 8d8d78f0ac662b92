import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

/** What is read of a stream that comes in these pieces. */
async function read(pieces: readonly Buffer[], limitBytes = 1000) {
  const events: StreamEvent[] = [];
  const retries: number[] = [];
  const long: string[] = [];
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }
  await readEvents(
    body(),
    {
      event: (event) => events.push(event),
      retry: (delayMs) => retries.push(delayMs),
      tooLong: (head) => long.push(head),
    },
    limitBytes,
  );
  return { events, retries, long };
}
const whole = (text: string) => read([Buffer.from(text)]);

describe('readEvents', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('takes lines that end with %s', async (_name, end) => {
    const lines = ['event: endpoint', 'data: /messages', '', 'id: 7', 'data:one', 'data: two', '', ''];
    expect((await whole(lines.join(end))).events).toEqual([
      { name: 'endpoint', data: '/messages' },
      { name: 'message', data: 'one\ntwo', id: '7' },
    ]);
  });

  it('skips a byte order mark, comments, unknown fields and blocks without data', async () => {
    expect((await whole('\uFEFF: hello\ndata: a\n\n:\nevent: x\n\nfoo: bar\nnonsense\n\ndata: b\n\n')).events).toEqual([
      { name: 'message', data: 'a' },
      { name: 'message', data: 'b' },
    ]);
  });

  it('tells of an id and a delay that come without a message', async () => {
    expect(await whole('id: 1\nretry: 500\ndata: \n\nid: 2\n\nretry: soon\nid: a\0b\ndata: x\n\n')).toMatchObject({
      events: [
        { data: '', id: '1' },
        { data: '', id: '2' },
        { name: 'message', data: 'x' },
      ],
      retries: [500],
    });
  });

  it('takes a last event that no blank line ends, but no half of a line', async () => {
    expect((await whole('data: a\n\ndata: b\n')).events).toHaveLength(2);
    expect((await whole('data: a\n\ndata: b')).events).toHaveLength(1);
  });

  it('throws a line away that is too long, and refuses an event that is', async () => {
    const long = `data: ${'x'.repeat(2000)}\n\ndata: y\n\n`;
    expect(await whole(long)).toMatchObject({ events: [{ data: 'y' }], long: [expect.stringMatching(/^x+$/)] });
    await expect(whole('data: 0123456789\n'.repeat(100))).rejects.toThrow('1000 bytes');
  });

  const text = 'event: größe\r\ndata: {"a":"…"}\r\rid: 1\ndata: x\r\ndata: y\n\n: c\r\n\r\ndata: z\n\n';
  test.prop([fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 })])(
    'reads the same wherever the bytes are cut',
    async (sizes) => {
      const bytes = Buffer.from(text);
      const pieces: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        pieces.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(await read(pieces)).toEqual(await whole(text));
    },
  );
});
