import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { type SseOptions, type SseServer, startSseServer } from '../../../../test/fixtures/sse-server.ts';
import { SseTransport } from './sse-transport.ts';

const servers: SseServer[] = [];
const transports: SseTransport[] = [];
afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: SseOptions = {}, headers = {}) {
  const server = await startSseServer(options);
  servers.push(server);
  const transport = new SseTransport({ ...server.endpoint, headers });
  transports.push(transport);
  const messages: JSONRPCMessage[] = [];
  let notice = () => {};
  transport.onmessage = (message) => {
    messages.push(message);
    notice();
  };
  const received = async (count: number) => {
    while (messages.length < count) {
      await new Promise<void>((resolve) => {
        notice = resolve;
      });
    }
    return messages;
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  return { server, transport, received, closed };
}

const call = (id: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'größer' } },
});
const answer = (id: number) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: '{"text":"größer"}' }] },
});

describe('SseTransport', () => {
  it.each([
    ['beside the stream', 'messages?sid={id}', '/v1/messages?sid=1'],
    ['from the root', '/v1/messages?sid={id}', '/v1/messages?sid=1'],
    ['at another path', '/elsewhere/post?sid={id}', '/elsewhere/post?sid=1'],
    ['in full', 'http://127.0.0.1:{port}/v1/messages?sid={id}', '/v1/messages?sid=1'],
    ['with the query alone', '?sid={id}', '/v1/sse?sid=1'],
  ])('[TRN-12] sends messages where the server says, named %s', async (_how, endpoint, path) => {
    const { server, transport } = await serve({
      endpoint,
      intercept: ({ method }, response) => method === 'POST' && response.writeHead(202).end() !== undefined,
    });
    await transport.start();
    await transport.send(call(1));
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path });
  });

  it.each([
    'http://127.0.0.1:1/messages',
    '//evil.example/messages',
    'https://127.0.0.1:{port}/x',
    'file:///etc/passwd',
  ])('[TRN-12] refuses an address at another origin: %s', async (endpoint) => {
    const { server, transport } = await serve({ endpoint }, { Authorization: 'Bearer abc' });
    await expect(transport.start()).rejects.toThrow(/the address that the server names for messages/);
    await expect(transport.send(call(1))).rejects.toThrow('not connected');
    expect(server.requests).toHaveLength(1);
  });

  it.each(['plain', 'crlf', 'cr', 'lines', 'comments', 'bom', 'split'] as const)(
    '[TRN-12] reads a stream that is written as %s',
    async (framing) => {
      const { transport, received } = await serve({ framing });
      await transport.start();
      for (const id of [1, 2]) await transport.send(call(id));
      expect(await received(2)).toEqual([answer(1), answer(2)]);
    },
  );

  it('[TRN-12] takes an answer from the body of the POST as well', async () => {
    const { transport, received } = await serve({ answers: 'body' });
    await transport.start();
    await transport.send(call(1));
    expect(await received(1)).toEqual([answer(1)]);
  });

  it('sends the headers of the entry with every request', async () => {
    const { server, transport } = await serve({}, { 'X-Team': 'blue', Authorization: 'Bearer abc' });
    await transport.start();
    await transport.send(call(1));
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ 'x-team': 'blue', authorization: 'Bearer abc' });
    }
  });

  it('is closed when the stream ends', async () => {
    const { server, transport, closed } = await serve();
    await transport.start();
    server.dropStreams();
    await closed;
    await expect(transport.send(call(1))).rejects.toThrow('not connected');
  });

  it.each([
    ['is refused', (status: number) => ({ status }), 403],
    ['fails', (status: number) => ({ status }), 500],
  ])('does not start when the stream %s', async (_what, error, status) => {
    const { transport } = await serve({
      intercept: (_request, response) => response.writeHead(status).end('no') !== undefined,
    });
    await expect(transport.start()).rejects.toMatchObject(error(status));
  });

  it('does not start when there is no stream, or it ends before it names an address', async () => {
    const page = await serve({
      intercept: (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>') !== undefined,
    });
    await expect(page.transport.start()).rejects.toThrow('text/html');
    const short = await serve({
      intercept: (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n') !== undefined,
    });
    await expect(short.transport.start()).rejects.toThrow('ended before the server named an address');
  });

  it('tells of a message that is refused', async () => {
    const { transport } = await serve({
      intercept: ({ method }, response) => method === 'POST' && response.writeHead(500).end('broken') !== undefined,
    });
    await transport.start();
    await expect(transport.send(call(1))).rejects.toMatchObject({ status: 500, data: { text: 'broken' } });
  });
});
