import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
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
  let read = '';
  stdout.on('data', (chunk) => {
    read += chunk;
  });
  await Promise.all(sent);
  const messages = read
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages[0]).toEqual(progress(0));
  expect(messages.at(-1)).toMatchObject({ id: 1, result: {} });
  await transport.close();
});
