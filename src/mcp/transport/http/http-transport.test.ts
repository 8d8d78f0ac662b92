import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  json,
  type ScriptedHttp,
  type ScriptedRequest,
  scriptedStream,
  startScriptedHttp,
} from '../../../../test/fixtures/scripted-http.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { isSessionLost } from './http-status.ts';
import { HttpTransport } from './http-transport.ts';

const servers: ScriptedHttp[] = [];
const transports: HttpTransport[] = [];
afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A transport to a server that answers like this, and the messages that come over it. */
async function connect(answer: (request: ScriptedRequest) => Response | Promise<Response>, headers = {}) {
  const server = await startScriptedHttp(answer);
  servers.push(server);
  const clock = createFakeClock();
  const transport = new HttpTransport({ ...server.endpoint, headers }, clock);
  transports.push(transport);
  const messages: JSONRPCMessage[] = [];
  let notice = () => {};
  transport.onmessage = (message) => {
    messages.push(message);
    notice();
  };
  const received = async (count = 1) => {
    while (messages.length < count) {
      await new Promise<void>((resolve) => {
        notice = resolve;
      });
    }
    return messages;
  };
  /** Moves the clock on until a request of this kind has come. */
  const until = async (fits: (request: ScriptedRequest) => boolean, count = 1, stepMs = 50) => {
    while (server.requests.filter(fits).length < count) {
      await clock.advance(stepMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { server, transport, messages, received, clock, until };
}

const call = (id: number | string = 1): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });
const initialized: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
const result = (id: unknown, value = {}) => ({ jsonrpc: '2.0', id, result: value });
const event = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`;
const isGet = ({ method }: ScriptedRequest) => method === 'GET';

describe('an answer over Streamable HTTP', () => {
  it('is read from a body or a stream, odd as it may be, and in a batch', async () => {
    const bodies = [
      json({ id: 1, result: { x: 1, _meta: null }, took: 3 }),
      json([{ jsonrpc: '2.0', method: 'notifications/message', params: {} }, result(2)]),
      new Response(JSON.stringify(result(3)), { headers: { 'content-type': 'text/plain' } }),
      new Response(event([result(4)]), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    ];
    const { transport, received } = await connect(() => bodies.shift() ?? json({}));
    for (const id of [1, 2, 3, 4]) await transport.send(call(id));
    expect(await received(5)).toEqual([
      result(1, { x: 1 }),
      { jsonrpc: '2.0', method: 'notifications/message', params: {} },
      result(2),
      result(3),
      result(4),
    ]);
  });

  it.each([
    ['the request is only accepted', () => new Response(null, { status: 202 }), 'without an answer (HTTP 202)'],
    ['there is none', () => new Response(null, { status: 200 }), 'without an answer (HTTP 200)'],
    ['it is for another request', () => json(result(7)), 'answered another request'],
    ['its stream ends without it', () => new Response(event(result(7)), { headers: STREAM }), 'ended before'],
    ['it can not be understood', () => json({ id: 1, result: 'text' }), 'not valid JSON-RPC'],
  ])('is an error at once when %s', async (_what, answer, words) => {
    const { transport, messages, received } = await connect(answer);
    await transport.send(call(1));
    while (!messages.some((message) => 'error' in message)) await received(messages.length + 1);
    expect(messages.at(-1)).toMatchObject({ id: 1, error: { message: expect.stringContaining(words) } });
  });

  it('is an error when it holds no message at all', async () => {
    const { transport } = await connect(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    await expect(transport.send(call())).rejects.toThrow('text/html');
  });

  it('is taken out of an HTTP error that holds it', async () => {
    const error = { code: -32602, message: 'x is missing' };
    let status = 400;
    const { transport, received } = await connect(() => json({ jsonrpc: '2.0', id: 1, error }, { status }));
    await transport.send(call(1));
    expect(await received()).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    status = 404;
    await transport.send(call(1));
    expect(await received(2)).toHaveLength(2);
    status = 401;
    await expect(transport.send(call(1))).rejects.toMatchObject({ status: 401 });
    status = 400;
    await expect(transport.send({ ...call(1), method: 'initialize' } as JSONRPCMessage)).rejects.toMatchObject({
      status: 400,
    });
  });

  it('is taken to be for the request when the server could not make out its id', async () => {
    const { transport, received } = await connect(() => json({ id: null, error: { code: -32700, message: 'what?' } }));
    await transport.send(call(5));
    expect(await received()).toMatchObject([{ id: 5, error: { message: 'what?' } }]);
  });
});

const cancelled: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } };

/** A transport in a session, to a server that answers whatever follows like this. */
async function inSession(answer: () => Response) {
  const lab = await connect(({ message }) =>
    message['method'] === 'initialize' ? json(result(0), { headers: { 'mcp-session-id': 's' } }) : answer(),
  );
  await lab.transport.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
  return lab;
}

const STREAM = { 'content-type': 'text/event-stream' };

describe('a stream of Streamable HTTP', () => {
  it('is taken up again after the delay that the server asks for, behind its last event', async () => {
    const { transport, received, until, clock, server } = await connect(({ method }) =>
      method === 'POST'
        ? new Response('id: e-1\nretry: 500\ndata: \n\n', { headers: STREAM })
        : new Response(`id: e-2\n${event(result(1, { x: 1 }))}`, { headers: STREAM }),
    );
    await transport.send(call(1));
    await until(isGet);
    expect(clock.now()).toBeGreaterThanOrEqual(500);
    expect(clock.now()).toBeLessThan(700);
    expect(await received()).toEqual([result(1, { x: 1 })]);
    expect(server.requests.find(isGet)?.headers.get('last-event-id')).toBe('e-1');
  });

  it('is polled as often as the server closes it', async () => {
    let polls = 0;
    const { transport, received, until } = await connect(({ method }) => {
      if (method === 'GET') polls++;
      const last = polls === 4 ? event(result(1)) : '';
      return new Response(`id: ${polls}\nretry: 100\ndata:\n\n${last}`, { headers: STREAM });
    });
    await transport.send(call(1));
    await until(isGet, 4);
    expect(await received()).toEqual([result(1)]);
  });

  it.each([
    ['refuses', 405, 1],
    ['fails time after time', 500, 5],
  ])('ends its request when the server %s to take it up again', async (_what, status, tries) => {
    const { transport, received, until } = await connect(({ method }) =>
      method === 'POST' ? new Response('id: 1\ndata:\n\n', { headers: STREAM }) : new Response(null, { status }),
    );
    await transport.send(call(1));
    await until(isGet, tries, 1000);
    expect(await received()).toMatchObject([{ id: 1, error: { message: expect.stringContaining('ended') } }]);
  });

  it('that broke off is no other than one that ended', async () => {
    const stream = scriptedStream('id: 1\ndata:\n\n');
    const { transport, received, until, server } = await connect(({ method }) =>
      method === 'POST' ? stream.response : new Response(event(result(1)), { headers: STREAM }),
    );
    await transport.send(call(1));
    server.drop();
    await until(isGet);
    expect(await received()).toEqual([result(1)]);
  });

  it('is let go a moment after it brought the answer, though the server keeps it open', async () => {
    let isGone = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(event(result(1)))),
      cancel: () => {
        isGone = true;
      },
    });
    const { transport, received, clock } = await connect(() => new Response(body, { headers: STREAM }));
    await transport.send(call(1));
    await received();
    expect(isGone).toBe(false);
    while (!isGone) {
      await clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('is let go when its request is cancelled, once the server has been told', async () => {
    let isGone = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(': working\n\n')),
      cancel: () => {
        isGone = true;
      },
    });
    const { transport, messages } = await connect(({ message }) =>
      message['method'] === 'tools/call'
        ? new Response(body, { headers: STREAM })
        : new Response(null, { status: 202 }),
    );
    await transport.send(call(1));
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    while (!isGone) await new Promise((resolve) => setImmediate(resolve));
    expect(messages).toEqual([]);
  });
});

describe('the standing stream', () => {
  it('brings what the server says of itself, and is opened again when it ends, later each time', async () => {
    const told = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    const at: number[] = [];
    const { transport, received, until, clock, server } = await connect(({ method }) => {
      if (method === 'POST') return new Response(null, { status: 202 });
      at.push(clock.now());
      return new Response(`id: ${at.length}\n${event(told)}`, { headers: STREAM });
    });
    await transport.send(initialized);
    await until(isGet, 4, 500);
    expect(await received(3)).toContainEqual(told);
    const waits = at.slice(1).map((time, turn) => time - (at[turn] ?? 0));
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBeGreaterThanOrEqual(2000);
    expect(waits[2]).toBeGreaterThanOrEqual(4000);
    expect(server.requests.filter(isGet)[1]?.headers.get('last-event-id')).toBe('1');
  });

  it('is opened again after an error of the server, and not after 405', async () => {
    const answers = [new Response('busy', { status: 503 }), new Response(null, { status: 405 })];
    const { transport, until, clock, server } = await connect(
      ({ method }) => (method === 'POST' ? new Response(null, { status: 202 }) : answers.shift()) ?? json({}),
    );
    await transport.send(initialized);
    await until(isGet, 2, 500);
    for (let turn = 0; turn < 20; turn++) {
      await clock.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.requests.filter(isGet)).toHaveLength(2);
  });
});

describe('requests over Streamable HTTP', () => {
  it('carry the headers of the entry, the session, the revision and both kinds of answer', async () => {
    const { transport, server } = await connect(
      ({ message }) => json(result(message['id'] ?? null), { headers: { 'mcp-session-id': `s-${message['id']}` } }),
      { 'X-Team': 'blue' },
    );
    await transport.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(call(1));
    await transport.endSession();
    const headers = (name: string) => server.requests.map((request) => request.headers.get(name));
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
    expect(headers('x-team')).toEqual(['blue', 'blue', 'blue']);
    // The session is the one of the handshake; a later answer does not change it.
    expect(headers('mcp-session-id')).toEqual([null, 's-0', 's-0']);
    expect(headers('mcp-protocol-version')).toEqual([null, '2025-11-25', '2025-11-25']);
    expect(headers('accept').slice(0, 2)).toEqual(Array(2).fill('application/json, text/event-stream'));
  });

  it('of 2026-07-28 say in headers what they are, in base64 where a header could not', async () => {
    const { transport, server } = await connect(({ message }) => json(result(message['id'] ?? null)));
    const _meta = { [PROTOCOL_VERSION_META_KEY]: '2026-07-28' };
    for (const name of ['echo', 'größe', ' a', '=?base64?x?=']) {
      await transport.send({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name, _meta } });
    }
    await transport.send({ jsonrpc: '2.0', id: 9, method: 'tools/list', params: { _meta } });
    const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
    expect(server.requests.map(({ headers }) => headers.get('mcp-name'))).toEqual([
      'echo',
      base64('größe'),
      base64(' a'),
      base64('=?base64?x?='),
      null,
    ]);
    expect(server.requests.at(-1)?.headers.get('mcp-method')).toBe('tools/list');
    expect(server.requests.at(-1)?.headers.get('mcp-protocol-version')).toBe('2026-07-28');
  });

  it.each([
    ['404', 404, 'no such session'],
    [
      '404 as an answer',
      404,
      JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Session not found' } }),
    ],
    [
      '400',
      400,
      JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: 'Bad Request: No valid session ID provided' },
      }),
    ],
    ['401', 401, 'Unauthorized: Session not found'],
  ])(
    '[TRN-06] are told each that the session is lost, when the server says so by %s, and nobody says goodbye',
    async (_how, status, text) => {
      const { transport, server } = await inSession(() => new Response(text, { status }));
      await expect(transport.send(call())).rejects.toSatisfy(isSessionLost);
      await expect(transport.send(cancelled)).rejects.toSatisfy(isSessionLost);
      await expect(transport.send(call(2))).rejects.toSatisfy(isSessionLost);
      await transport.endSession();
      expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    },
  );

  it.each([
    [
      'a method that it does not know',
      404,
      JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }),
    ],
    ['an argument', 400, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'x is missing' } })],
  ])('keep the session when the server refuses %s', async (_what, status, text) => {
    const { transport, server, received } = await inSession(() => new Response(text, { status }));
    await transport.send(call());
    expect(await received(2)).toMatchObject([{}, { id: 1, error: {} }]);
    await transport.send(cancelled);
    await transport.endSession();
    expect(server.requests.at(-1)?.method).toBe('DELETE');
  });

  it('end when they need no answer and the server does not take them, with the request that they cancel', async () => {
    const { transport, server, clock } = await connect(() => new Promise<Response>(() => {}));
    const sent = transport.send(call(9));
    const told = transport.send(cancelled);
    await server.received(2);
    await clock.advance(30_000);
    await expect(told).rejects.toThrow('nobody took it');
    await expect(sent).rejects.toThrow('aborted');
  });

  it('end when the transport is closed', async () => {
    const { transport, server } = await connect(() => new Promise<Response>(() => {}));
    const sent = transport.send(call());
    await server.received(1);
    await transport.close();
    await expect(sent).rejects.toThrow('closed');
  });
});
