import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { StdioTransport } from './stdio-transport.ts';

const progress = (count: number) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/progress',
  params: { progressToken: 1, progress: count },
});

it('a client that does not keep up gets every answer, but not every progress', async () => {
  const stdout = new PassThrough({ highWaterMark: 200 });
  const transport = new StdioTransport({
    stdin: new PassThrough(),
    stdout,
    clock: createFakeClock(),
    maxMessageBytes: 1000,
  });
  await transport.start();
  const sent = Array.from({ length: 1000 }, (_, count) => transport.send(progress(count)));
  sent.push(transport.send({ jsonrpc: '2.0', id: 1, result: {} }));
  expect(stdout.writableLength + stdout.readableLength).toBeLessThan(1000);
  await Promise.all(sent);
  stdout.end();
  const read = await text(stdout);
  const messages = read
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages[0]).toEqual(progress(0));
  expect(messages.at(-1)).toMatchObject({ id: 1, result: {} });
  await transport.close();
});

/** A transport that gives each request its id as its result. */
async function open(maxMessageBytes = 1000) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport({ stdin, stdout, clock: createFakeClock(), maxMessageBytes });
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message) => {
    received.push(message);
    if ('method' in message && 'id' in message) {
      void transport.send({ jsonrpc: '2.0', id: message.id, result: { id: message.id } });
    }
  };
  await transport.start();
  return {
    received,
    /** What is answered to these lines. */
    async write(...lines: readonly (string | Json)[]) {
      for (const line of lines) stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
      stdin.end();
      await transport.closed;
      stdout.end();
      return (await text(stdout))
        .split('\n')
        .filter(Boolean)
        .map((line): Json => JSON.parse(line));
    },
  };
}

const ping = (id: Json) => ({ jsonrpc: '2.0', id, method: 'ping' });
const answer = (id: Json) => ({ jsonrpc: '2.0', id, result: { id } });
const refusal = (id: Json, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.stringContaining(message) },
});

describe('a line over stdio', () => {
  it('may be a batch, of which each part is answered', async () => {
    const { write, received } = await open();
    const notification = { jsonrpc: '2.0', method: 'notifications/x' };
    expect(await write([ping(1), notification, 5, ping('two')], [])).toEqual([
      refusal(null, -32600, 'object'),
      answer(1),
      answer('two'),
      refusal(null, -32600, 'empty'),
    ]);
    expect(received).toEqual([ping(1), notification, ping('two')]);
  });

  it('[TRN-14] with an id that can not come back as it came is refused, and nobody waits', async () => {
    const { write } = await open();
    const ids = [1.5, 1e20, null, true, { a: 1 }, -3];
    expect(await write(...ids.map(ping))).toEqual([
      refusal(1.5, -32600, 'whole number'),
      refusal(1e20, -32600, 'whole number'),
      ...[null, true, {}].map(() => refusal(null, -32600, 'whole number')),
      answer(-3),
    ]);
  });

  it('that is no message is refused, but for what nobody waits for', async () => {
    const { write, received } = await open();
    const odd = ['{', 'null', {}, { id: 7 }, { ...ping(8), params: [1] }, { ...ping(9), method: 5 }];
    const silent = [
      '',
      '\r',
      { jsonrpc: '2.0', method: 5 },
      { error: { code: 1, message: 'x' }, id: null },
      { result: 1 },
    ];
    expect(await write(...odd, ...silent)).toEqual([
      refusal(null, -32700, 'JSON'),
      refusal(null, -32600, 'object'),
      refusal(null, -32600, 'method'),
      refusal(7, -32600, 'method'),
      refusal(8, -32600, 'valid'),
      refusal(9, -32600, 'valid'),
    ]);
    expect(received).toEqual([]);
  });

  it('is taken with members nobody knows, parameters that are null, and a byte order mark', async () => {
    const { write } = await open();
    const odd = { id: 1, method: 'ping', params: null, future: true };
    expect(await write(`\ufeff${JSON.stringify(odd)}`, { ...ping(2), extra: [] })).toEqual([answer(1), answer(2)]);
  });

  it('with an answer that is none ends the wait for it', async () => {
    const { write, received } = await open();
    await write({ jsonrpc: '2.0', id: 'ask-1', result: null }, { jsonrpc: '2.0', id: 'ask-2', error: 'no' });
    expect(received).toMatchObject([
      { id: 'ask-1', error: { code: -32603 } },
      { id: 'ask-2', error: { code: -32603 } },
    ]);
  });

  it('that is too long is refused under its id, and what comes after is read', async () => {
    const { write } = await open(100);
    const long = 'x'.repeat(200);
    const { jsonrpc, id, method } = ping('p');
    const lines = [
      { jsonrpc, id, method, params: { long } },
      { method, params: { long, id: 0 }, jsonrpc, id },
    ];
    expect(await write(...lines, `[${long}]`, ping(2))).toEqual([
      refusal('p', -32600, '100 bytes'),
      refusal('p', -32600, '100 bytes'),
      refusal(null, -32600, '100 bytes'),
      answer(2),
    ]);
  });
});
