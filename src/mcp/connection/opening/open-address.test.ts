import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { labConnection } from '../../../../test/fixtures/lab-connection.ts';
import { startModernServer } from '../../../../test/fixtures/modern-server/modern-server-config.ts';
import { json, type ScriptedRequest, startScriptedHttp } from '../../../../test/fixtures/scripted-http.ts';
import { type SseOptions, startSseServer } from '../../../../test/fixtures/sse-server.ts';
import type { JsonObject } from '../../../base/json.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { startLoopbackServer } from '../../../testing/loopback-server.ts';
import type { HttpEndpoint } from '../../config.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const never = new AbortController().signal;
function lab(endpoint: HttpEndpoint, changes: Partial<ConnectionOptions> = {}): Connection {
  const { connection } = labConnection(endpoint, changes);
  closing.push(connection);
  return connection;
}
async function keep<T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> {
  closing.push(await server);
  return server;
}
const echo = async (connection: Connection) =>
  connection.request('tools/call', { name: 'echo', arguments: { a: 1 } }, { signal: never });
const ECHOED = { content: [{ type: 'text', text: '{"a":1}' }] };
const methodsOf = (requests: readonly { readonly method: string; readonly body: string }[]) =>
  requests.map(({ method, body }) => (body === '' ? method : (JSON.parse(body) as JsonObject)['method']));

/** A server that answers every POST like this. */
const refusing = (status: number, body = 'no') =>
  keep(startScriptedHttp(({ method }) => new Response(method === 'POST' ? body : 'nor that', { status })));

describe('an address', () => {
  it('of the 2026 generation is spoken to in it, without a session', async () => {
    const server = await keep(startModernServer());
    const connection = lab(server.endpoint);
    await connection.open(never);
    expect(connection).toMatchObject({
      generation: { era: 'modern', transport: 'http' },
      instructions: 'Speak softly.',
    });
    expect(await echo(connection)).toEqual(ECHOED);
    expect(methodsOf(server.requests)).toEqual(['server/discover', 'subscriptions/listen', 'tools/call']);
    for (const { headers } of server.requests) expect(headers.get('mcp-protocol-version')).toBe('2026-07-28');
  });

  it('of the 2026 generation that refuses the version and yet names it is asked once more', async () => {
    const modern = await keep(startModernServer());
    let refusals = 1;
    const refuse = (id: unknown) =>
      json({ jsonrpc: '2.0', id, error: { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } } });
    const server = await keep(
      startScriptedHttp(({ method, headers, body, message }) => {
        if (message['method'] === 'server/discover' && refusals-- > 0) return refuse(message['id']);
        return fetch(modern.endpoint.url, { method, headers, ...(body === '' ? {} : { body }) });
      }),
    );
    const connection = lab(server.endpoint);
    await connection.open(never);
    expect(connection.generation?.era).toBe('modern');
    refusals = Number.POSITIVE_INFINITY;
    await expect(lab(server.endpoint, { protocol: '2026' }).open(never)).rejects.toThrow();
    expect(methodsOf(server.requests).filter((method) => method === 'server/discover')).toHaveLength(4);
  });

  it('of the 2025 generation is given the handshake after the question, with nothing of the other in it', async () => {
    const server = await keep(startLoopbackServer());
    const connection = lab({ kind: 'http', url: server.url, headers: {} });
    await connection.open(never);
    expect(connection.generation).toEqual({ era: 'legacy', transport: 'http' });
    expect(await echo(connection)).toEqual(ECHOED);
    const handshake = server.requests.find(({ body }) => body.includes('"initialize"'));
    expect(handshake?.headers.get('mcp-protocol-version')).toBeNull();
    expect(handshake?.headers.get('mcp-method')).toBeNull();
  });

  it.each([
    ['was spoken to like that before', { generation: { era: 'legacy', transport: 'http' } as const }],
    ['is pinned to it', { protocol: '2025' as const }],
  ])('of the 2025 generation is not asked when it %s', async (_what, changes) => {
    const server = await keep(startLoopbackServer());
    await lab({ kind: 'http', url: server.url, headers: {} }, changes).open(never);
    expect(methodsOf(server.requests).slice(0, 2)).toEqual(['initialize', 'notifications/initialized']);
  });

  it('is found out when it was of the other generation before', async () => {
    const modern = await keep(startModernServer());
    const now = lab(modern.endpoint, { generation: { era: 'legacy', transport: 'http' } });
    await now.open(never);
    expect(now.generation?.era).toBe('modern');
    const loopback = await keep(startLoopbackServer());
    const back = lab(
      { kind: 'http', url: loopback.url, headers: {} },
      { generation: { era: 'modern', transport: 'http' } },
    );
    await back.open(never);
    expect(back.generation?.era).toBe('legacy');
  });

  it('is given the handshake after 5 s when it holds the question', async () => {
    const clock = createFakeClock();
    const legacy = await keep(startLoopbackServer());
    const server = await keep(
      startScriptedHttp(async ({ method, headers, body, message }) => {
        if (message['method'] === 'server/discover') return new Promise<Response>(() => {});
        return fetch(legacy.url, { method, headers, ...(body === '' ? {} : { body }) });
      }),
    );
    const connection = lab(server.endpoint, { clock });
    const opened = connection.open(never);
    await server.received(1);
    await clock.advance(5000);
    await opened;
    expect(connection.generation?.era).toBe('legacy');
  });

  it('is refused when it is pinned to 2026 and does not speak it, with its own words where it has any', async () => {
    const server = await keep(startLoopbackServer());
    await expect(
      lab({ kind: 'http', url: server.url, headers: {} }, { protocol: '2026' }).open(never),
    ).rejects.toThrow();
    const closed = await refusing(401);
    await expect(lab(closed.endpoint, { protocol: '2026' }).open(never)).rejects.toMatchObject({ status: 401 });
    expect(methodsOf(closed.requests)).toEqual(['server/discover']);
  });
});

describe('an address of an SSE server', () => {
  const serve = async (options: SseOptions = {}, changes: Partial<HttpEndpoint> = {}) => {
    const server = await keep(startSseServer(options));
    return { server, endpoint: { ...server.endpoint, ...changes } };
  };

  it.each([404, 405, 400, 406, 415])(
    '[TRN-10] is reached over SSE when it answers the handshake with %i',
    async (status) => {
      const { server, endpoint } = await serve({
        intercept: ({ method, path }, response) =>
          method === 'POST' && path === '/v1/sse' && response.writeHead(status).end() !== undefined,
      });
      const connection = lab(endpoint);
      await connection.open(never);
      expect(connection.generation).toEqual({ era: 'legacy', transport: 'sse' });
      expect(await echo(connection)).toEqual(ECHOED);
      expect(methodsOf(server.requests)).toEqual([
        'server/discover',
        'initialize',
        'GET',
        'initialize',
        'notifications/initialized',
        'tools/call',
      ]);
    },
  );

  it.each([
    ['its entry says so', { transport: 'sse' as const }, {}],
    ['it was before', {}, { generation: { era: 'legacy', transport: 'sse' } as const }],
  ])('is reached over SSE at once when %s', async (_what, change, changes) => {
    const { server, endpoint } = await serve({}, change);
    const connection = lab(endpoint, changes);
    await connection.open(never);
    expect(methodsOf(server.requests).slice(0, 2)).toEqual(['GET', 'initialize']);
  });

  it('is not when its entry says http', async () => {
    const { server, endpoint } = await serve({}, { transport: 'http' });
    await expect(lab(endpoint).open(never)).rejects.toMatchObject({ status: 405 });
    expect(methodsOf(server.requests)).not.toContain('GET');
  });

  it('that speaks Streamable HTTP by now is found out', async () => {
    const server = await keep(startModernServer());
    const connection = lab(server.endpoint, { generation: { era: 'legacy', transport: 'sse' } });
    await connection.open(never);
    expect(connection.generation).toMatchObject({ era: 'modern', transport: 'http' });
  });

  it('ends with its stream', async () => {
    const { server, endpoint } = await serve();
    const connection = lab(endpoint);
    await connection.open(never);
    server.dropStreams();
    await connection.closed;
    await expect(echo(connection)).rejects.toThrow();
  });

  it('[TRN-12] has replies matched by their ids', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { endpoint } = await serve({
      call: async (_name, args) => {
        if (args['slow'] === true) await held;
        else release();
        return { content: [{ type: 'text', text: JSON.stringify(args) }] };
      },
    });
    const connection = lab(endpoint);
    await connection.open(never);
    const call = (args: JsonObject) =>
      connection.request('tools/call', { name: 'echo', arguments: args }, { signal: never });
    expect(await Promise.all([call({ slow: true }), call({ slow: false })])).toEqual([
      { content: [{ type: 'text', text: '{"slow":true}' }] },
      { content: [{ type: 'text', text: '{"slow":false}' }] },
    ]);
  });

  it('[TRN-12] has a reply under another id not taken for the answer', async () => {
    const { endpoint } = await serve({ swapsIds: true });
    const stop = new AbortController();
    const { connection, oddities } = labConnection(endpoint);
    closing.push(connection);
    const opened = connection.open(stop.signal);
    while (oddities.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('no answer'));
    await expect(opened).rejects.toThrow('no answer');
  });
});

describe('an address that does not work', () => {
  it.each([500, 503, 401, 403, 408, 429])('[TRN-10] is not tried over SSE after %i, which is told', async (status) => {
    const server = await refusing(status, 'db down');
    await expect(lab(server.endpoint).open(never)).rejects.toMatchObject({ status, data: { text: 'db down' } });
    expect(methodsOf(server.requests)).toEqual(['server/discover', 'initialize']);
  });

  it('[TRN-10] is told of by the first answer, with a word on SSE, when both ways are refused', async () => {
    const server = await keep(
      startScriptedHttp(({ method }) => new Response(method === 'POST' ? 'no such page' : '', { status: 404 })),
    );
    await expect(lab(server.endpoint).open(never)).rejects.toMatchObject({
      status: 404,
      data: { text: expect.stringMatching(/^no such page \(the older SSE transport was tried too: .*404.*\)$/) },
    });
  });

  it('[TRN-10] is given up at once when nobody listens', async () => {
    const server = await startScriptedHttp(() => json({}));
    await server.close();
    const error = await lab(server.endpoint)
      .open(never)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('[TRN-10] is given up at once when it speaks no TLS', async () => {
    let connections = 0;
    const plain = createServer((socket) => {
      connections++;
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy());
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    closing.push({ close: () => new Promise((resolve) => plain.close(() => resolve())) });
    const { port } = plain.address() as { port: number };
    const endpoint = { kind: 'http', url: `https://127.0.0.1:${port}/mcp`, headers: {} } as const;
    await expect(lab(endpoint).open(never)).rejects.toBeInstanceOf(TypeError);
    expect(connections).toBe(1);
  });

  it('ends with what the server says when it refuses the handshake in order', async () => {
    const refusal = ({ message }: ScriptedRequest) =>
      json({ jsonrpc: '2.0', id: message['id'] ?? null, error: { code: -32600, message: 'not today' } });
    const server = await keep(startScriptedHttp(refusal));
    await expect(lab(server.endpoint).open(never)).rejects.toThrow('not today');
    expect(methodsOf(server.requests)).toEqual(['server/discover', 'initialize']);
  });
});
