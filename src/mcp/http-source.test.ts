import { afterEach, describe, expect, it, vi } from 'vitest';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import type { Progress } from '../base/call/call-context.ts';
import type { JsonObject } from '../base/json.ts';
import { createRegistry } from '../registry/registry.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import type { SourceReport } from '../registry/source.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';
import { type LoopbackOptions, type LoopbackServer, startLoopbackServer } from '../testing/loopback-server.ts';
import { untilSnapshot } from '../testing/until-snapshot.ts';
import { createMcpSource, type McpSource } from './mcp-source.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const scope = { sessionId: 'session', surface: 'library' };
const sources: McpSource[] = [];
const servers: LoopbackServer[] = [];

afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.stop()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: LoopbackOptions = {}): Promise<LoopbackServer> {
  const server = await startLoopbackServer(options);
  servers.push(server);
  return server;
}

/** A source for a server at an address. */
function connect(url: string, headers: Record<string, string> = {}) {
  const registry = createRegistry();
  const config = oddServer('web', {}, { endpoint: { kind: 'http', url, headers }, startTimeoutMs: 3000 });
  const client = { name: 'test', version: '1' };
  const source = createMcpSource({
    config,
    handle: registry.open({ kind: 'mcp', label: 'web' }),
    client,
    random: () => 0.02,
  });
  sources.push(source);
  source.start();
  const row = async (): Promise<SourceReport | undefined> => (await registry.snapshot(scope)).sources[0];
  const names = async () => (await registry.snapshot(scope)).tools.map(({ source: { toolName } }) => toolName);
  const until = (fits: (snapshot: Snapshot) => boolean) => untilSnapshot(registry, scope, fits);
  const call = async (name: string, args: JsonObject = {}, context = fakeCallContext()) => {
    const tool = (await registry.snapshot(scope)).tools.find(({ source: { toolName } }) => toolName === name);
    if (tool === undefined) throw new Error(`there is no ${name}`);
    return tool.execute(args, context);
  };
  return { source, row, names, until, call };
}

const initializations = ({ requests }: LoopbackServer) => requests.filter(({ body }) => body.includes('"initialize"'));
const calls = ({ requests }: LoopbackServer) => requests.filter(({ body }) => body.includes('"tools/call"'));

describe('a server over HTTP', () => {
  it('is ready with its tools, which run, with the headers of the entry on every request', async () => {
    const server = await serve();
    const { source, row, call } = connect(server.url, { 'X-Team': 'blue', Authorization: 'Bearer abc' });
    await source.settled();
    expect(await row()).toMatchObject({ state: 'ready', toolCount: 1 });
    expect(await call('echo', { a: 1 })).toEqual({ ok: true, content: [{ type: 'text', text: '{"a":1}' }] });
    expect(server.requests.length).toBeGreaterThan(3);
    for (const { headers } of server.requests) {
      expect(headers.get('x-team')).toBe('blue');
      expect(headers.get('authorization')).toBe('Bearer abc');
    }
  });

  it('speaks the 2025 handshake and declares every capability', async () => {
    const server = await serve();
    await connect(server.url).source.settled();
    expect(initializations(server).map(({ body }) => JSON.parse(body).params)).toMatchObject([
      {
        protocolVersion: '2025-11-25',
        capabilities: { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } },
        clientInfo: { name: 'test' },
      },
    ]);
  });

  it('has unknown blocks and fields passed on, and progress', async () => {
    const server = await serve({
      call: async (_name, _args, { mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken as number;
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
        return { content: [{ type: 'hologram', depth: 3 }], futureField: 7 };
      },
    });
    const { source, call } = connect(server.url);
    await source.settled();
    const reported: Progress[] = [];
    const context = fakeCallContext({ progress: (progress) => reported.push(progress) });
    expect(await call('echo', {}, context)).toEqual({
      ok: true,
      content: [{ type: 'hologram', depth: 3 }],
      extra: { futureField: 7 },
    });
    expect(reported).toEqual([{ progress: 1, total: 2 }]);
  });

  it('is told when a call is cancelled', async () => {
    const stopped = resolvers();
    const started = resolvers();
    const server = await serve({
      call: (_name, _args, { mcpReq }) =>
        new Promise((resolve) => {
          started.resolve();
          mcpReq.signal.addEventListener('abort', () => {
            stopped.resolve();
            resolve({ content: [] });
          });
        }),
    });
    const { source, call } = connect(server.url);
    await source.settled();
    const stop = new AbortController();
    const running = call('echo', {}, fakeCallContext({ signal: stop.signal }));
    await started.promise;
    stop.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await stopped.promise;
  });

  it('has a changed list read again', async () => {
    const server = await serve();
    const { source, names, until, call } = connect(server.url);
    await source.settled();
    // The stream on which it can say so is opened after the handshake.
    while (!server.requests.some(({ method }) => method === 'GET'))
      await new Promise((resolve) => setImmediate(resolve));
    await call('echo');
    await server.setTools([{ name: 'new', inputSchema: { type: 'object' } }]);
    await until(({ tools }) => tools.some(({ source: { toolName } }) => toolName === 'new'));
    expect(await names()).toEqual(['new']);
  });

  it('[TRN-06] is asked for a new session when it has forgotten ours, and the call is sent again, once', async () => {
    const server = await serve();
    const { source, call } = connect(server.url);
    await source.settled();
    server.forgetSessions();
    expect(await call('echo', { a: 1 })).toMatchObject({ ok: true });
    expect(initializations(server)).toHaveLength(2);
    expect(initializations(server).map(({ headers }) => headers.get('mcp-session-id'))).toEqual([null, null]);
    expect(calls(server)).toHaveLength(2);
  });

  it('does not leave a call waiting when its stream ends without an answer', async () => {
    const server = await serve({
      intercept: (_request, body) =>
        body.includes('"tools/call"')
          ? new Response('', { headers: { 'content-type': 'text/event-stream' } })
          : undefined,
    });
    const { source, call } = connect(server.url);
    await source.settled();
    expect(await call('echo')).toMatchObject({
      ok: false,
      error: { code: 'server-error', message: expect.stringContaining('ended') },
    });
  });

  it.each([
    ['one JSON message', 'application/json', (message: string) => message],
    ['an event that stays open', 'text/event-stream', (message: string) => `event: message\ndata: ${message}\n\n`],
  ])('is taken as it is when its answer is odd, as %s', async (_form, type, write) => {
    let result: unknown;
    const server = await serve({
      intercept: (_request, body) => {
        if (!body.includes('"tools/call"')) return undefined;
        const message = write(JSON.stringify({ id: JSON.parse(body).id, result, took: 3 }));
        const isOpen = type === 'text/event-stream';
        const stream = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(message));
            if (!isOpen) controller.close();
          },
        });
        return new Response(stream, { headers: { 'content-type': `${type}; charset=utf-8` } });
      },
    });
    const { source, call } = connect(server.url);
    await source.settled();
    result = { content: [{ type: 'text', text: 'größer' }], _meta: null };
    expect(await call('echo')).toEqual({ ok: true, content: [{ type: 'text', text: 'größer' }] });
    result = 'no object';
    expect(await call('echo')).toMatchObject({ ok: false, error: { code: 'server-error' } });
  });

  it('is told that the session is over when it is stopped', async () => {
    const server = await serve();
    const { source } = connect(server.url);
    await source.settled();
    await source.stop();
    expect(server.requests.map(({ method }) => method)).toContain('DELETE');
  });
});

describe('a server over HTTP that is not there', () => {
  it.each([401, 403, 404])(
    'is given up at once when it answers %i, and its row says so, until something has changed',
    async (status) => {
      let isClosed = true;
      const server = await serve({
        intercept: () => (isClosed ? new Response('who are you?', { status }) : undefined),
      });
      const { source, row, until } = connect(server.url);
      await source.settled();
      expect(await row()).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining(`answered HTTP ${status}, saying: who are you?`),
      });
      expect(await row()).not.toHaveProperty('isRetried');
      const asked = server.requests.length;
      isClosed = false;
      expect(source.status()).not.toHaveProperty('nextTryInMs');
      source.retry();
      await until(({ sources: [web] }) => web?.state === 'ready');
      expect(server.requests.length).toBeGreaterThan(asked);
    },
  );

  it('is not followed to another place, which the row names', async () => {
    const other = await serve();
    const server = await serve({
      intercept: () => new Response(null, { status: 307, headers: { location: other.url } }),
    });
    const { source, row } = connect(server.url, { Authorization: 'Bearer abc' });
    await source.settled();
    expect(await row()).toMatchObject({ state: 'failed', reason: expect.stringContaining(`Redirect to ${other.url}`) });
    expect(other.requests).toEqual([]);
  });

  it('has failed after three tries when nobody listens, and is tried on', async () => {
    const server = await serve();
    await server.close();
    const { source, row } = connect(server.url);
    await source.settled();
    expect(await row()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
      isRetried: true,
    });
    expect(source.status()).toMatchObject({ tries: 3, nextTryInMs: expect.any(Number) });
    await vi.waitFor(() => expect(source.status()).toMatchObject({ tries: 4 }), 5000);
  });

  it('comes back when it was only away for a while', async () => {
    let refusals = 2;
    const server = await serve({
      intercept: () => (refusals-- > 0 ? new Response('db down', { status: 503 }) : undefined),
    });
    const { source, call } = connect(server.url);
    await source.settled();
    expect(await call('echo')).toMatchObject({ ok: true });
  });

  it('is restarted when it went away, with its tools kept as cached', async () => {
    const server = await serve();
    const { source, call, until, row } = connect(server.url);
    await source.settled();
    await server.close();
    expect(await call('echo')).toMatchObject({ ok: false, error: { code: 'server-unavailable', retryable: true } });
    await until(({ sources: [web] }) => web?.state === 'failed');
    expect(await row()).toMatchObject({ toolCount: 1 });
  });
});

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
