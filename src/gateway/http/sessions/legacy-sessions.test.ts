import { describe, expect, it } from 'vitest';
import { textResult } from '../../../base/call/tool-result.ts';
import type { JsonObject } from '../../../base/json.ts';
import { silentLogger } from '../../../base/logger.ts';
import { createSessionFactory } from '../../../dispatch/create-session.ts';
import { createClientPeers } from '../../../mcp/peers/client-peer.ts';
import { NO_UPSTREAMS } from '../../../mcp/upstream/no-upstreams.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { fakeTool } from '../../../testing/fake-tool.ts';
import { DEFAULT_GATEWAY } from '../../config.ts';
import { createLegacySessions } from './legacy-sessions.ts';

const IDLE_MS = 60_000;

function setUp(maxSessions = 2) {
  const clock = createFakeClock();
  const registry = createRegistry({ clock });
  const stopped: string[] = [];
  registry.register([
    fakeTool({
      name: 'wait',
      alwaysLoad: true,
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            stopped.push('wait');
            resolve(textResult('stopped'));
          });
        }),
    }),
  ]);
  const sessions = createLegacySessions(
    {
      registry,
      sessions: createSessionFactory({ registry, clock }),
      scopeFor: ({ sessionId }) => ({ sessionId, surface: 'mcp' }),
      upstreams: NO_UPSTREAMS,
      peers: createClientPeers(),
      config: DEFAULT_GATEWAY,
      onReload: () => () => {},
      serverInfo: { name: 'test', version: '1' },
      clock,
      logger: silentLogger,
      warn: () => {},
    },
    { sessionIdleMs: IDLE_MS, maxSessions, tokens: [] },
  );
  const send = (method: string, body: JsonObject | undefined, session?: string | null) =>
    sessions.handle(
      new Request('http://127.0.0.1/mcp', {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session && { 'mcp-session-id': session }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
      body,
    );
  const post = async (body: JsonObject, session?: string | null) => {
    const response = await send('POST', body, session);
    await response.text();
    return response;
  };
  const begin = async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const response = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    return { status: response.status, id: response.headers.get('mcp-session-id') };
  };
  const ping = async (session: string | null) =>
    (await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status;
  return { clock, sessions, send, post, begin, ping, stopped };
}

describe('sessions of the 2025 generation', () => {
  it('end when nothing came for their idle time', async () => {
    const { clock, begin, ping } = setUp();
    const { id } = await begin();
    await clock.advance(IDLE_MS - 1);
    expect(await ping(id)).toBe(200);
    await clock.advance(IDLE_MS - 1);
    expect(await ping(id)).toBe(200);
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it('last as long as their client listens', async () => {
    const { clock, send, begin, ping } = setUp();
    const { id } = await begin();
    const stream = await send('GET', undefined, id);
    expect(stream.status).toBe(200);
    await clock.advance(10 * IDLE_MS);
    expect(await ping(id)).toBe(200);
    await clock.advance(10 * IDLE_MS);
    await stream.body?.cancel();
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it('leave nothing open of a call that was cancelled', async () => {
    const { clock, send, post, begin, ping, stopped } = setUp();
    const { id } = await begin();
    const call = { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'wait', arguments: {} } };
    const response = await send('POST', call, id);
    await clock.advance(0);
    await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } }, id);
    expect(await response.text()).not.toContain('result');
    expect(stopped).toEqual(['wait']);
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it.each([
    ['before it', 0],
    ['some seconds before it', 9_000],
  ])('stop a call whose cancellation came %s, as POSTs may overtake each other', async (_when, ms) => {
    const { clock, send, post, begin, ping } = setUp();
    const { id } = await begin();
    await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } }, id);
    await clock.advance(ms);
    const call = { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'wait', arguments: {} } };
    const response = await send('POST', call, id);
    expect(await response.text()).not.toContain('result');
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it('take a request under an id that was cancelled long ago for another one', async () => {
    const { clock, send, post, begin } = setUp();
    const { id } = await begin();
    await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } }, id);
    await clock.advance(11_000);
    const response = await send('POST', { jsonrpc: '2.0', id: 'c', method: 'ping' }, id);
    expect(await response.text()).toContain('"id":"c"');
  });

  it("[PAR-04] refuse a second request under an id whose first is not answered, so that neither gets what is the other's", async () => {
    const { clock, send, post, begin, ping } = setUp();
    const { id } = await begin();
    const call = { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'wait' } };
    const first = await send('POST', call, id);
    const second = await send('POST', call, id);
    expect([second.status, await second.json()]).toMatchObject([400, { id: 'c', error: { code: -32600 } }]);
    // Who has lost the answer must not get it in place of another.
    await first.body?.cancel();
    expect((await send('POST', call, id)).status).toBe(400);
    expect((await send('POST', [1, 1].map(() => ({ ...call, id: 'd' })) as never, id)).status).toBe(400);
    await post([{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } }] as never, id);
    await clock.advance(0);
    for (const again of ['c', 'c']) {
      const answer = await send('POST', { jsonrpc: '2.0', id: again, method: 'ping' }, id);
      expect(await answer.text()).toContain('"id":"c"');
    }
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it('take an id again that was refused as a whole', async () => {
    const { sessions, begin, send } = setUp();
    const { id } = await begin();
    const body = { jsonrpc: '2.0', id: 'c', method: 'ping' };
    const headers = { 'content-type': 'application/json', accept: 'text/plain', 'mcp-session-id': String(id) };
    const refused = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await sessions.handle(refused, body)).status).toBe(406);
    expect((await send('POST', body, id)).status).toBe(200);
  });

  it('let a client listen again whose stream is gone without our noticing', async () => {
    const { clock, send, begin, ping } = setUp();
    const { id } = await begin();
    const lost = await send('GET', undefined, id);
    const found = await send('GET', undefined, id);
    expect([found.status, await lost.text()]).toEqual([200, '']);
    await clock.advance(10 * IDLE_MS);
    expect(await ping(id)).toBe(200);
    await found.body?.cancel();
    await clock.advance(IDLE_MS);
    expect(await ping(id)).toBe(404);
  });

  it('answer the others of a batch when one is cancelled', async () => {
    const { clock, send, post, begin } = setUp();
    const { id } = await begin();
    const wait = (call: string) => ({ jsonrpc: '2.0', id: call, method: 'tools/call', params: { name: 'wait' } });
    const batch = [wait('a'), { jsonrpc: '2.0', id: 'b', method: 'ping' }];
    const response = await send('POST', batch as never, id);
    await clock.advance(0);
    await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } }, id);
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('"id":"b"');
  });

  it('make room for a new one by closing the one idle longest', async () => {
    const { begin, ping } = setUp(2);
    const first = await begin();
    const second = await begin();
    expect(await ping(first.id)).toBe(200);
    const third = await begin();
    expect(third.status).toBe(200);
    expect(await ping(second.id)).toBe(404);
    expect(await ping(first.id)).toBe(200);
  });

  it('are never more than there may be, however many clients come at the same time', async () => {
    const { begin, ping } = setUp(2);
    const all: (string | null)[] = [];
    for (const _ of ['where there is none', 'where two are idle']) {
      const begun = await Promise.all(Array.from({ length: 5 }, begin));
      expect(begun.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503]);
      all.push(...begun.map(({ id }) => id));
      const open = await Promise.all(all.map((id) => id !== null && ping(id)));
      expect(open.filter((status) => status === 200)).toHaveLength(2);
    }
  });

  it('let a new client wait when all are in use', async () => {
    const { send, begin, sessions } = setUp(1);
    const { id } = await begin();
    await send('GET', undefined, id);
    expect((await begin()).status).toBe(503);
    await sessions.close();
    expect((await begin()).status).toBe(200);
  });

  it('are not kept when the handshake is refused', async () => {
    const { post, begin, ping } = setUp(1);
    const { id } = await begin();
    const refused = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('mcp-session-id')).toBeNull();
    expect(await ping(id)).toBe(200);
  });
});
