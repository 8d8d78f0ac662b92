import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { silentLogger } from '../../src/base/logger.ts';
import type { GatewayConfig } from '../../src/gateway/config.ts';
import { fakeTool } from '../../src/testing/fake-tool.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';

const labs: Lab[] = [];

async function start(config: Partial<GatewayConfig> = {}) {
  const lab = createLab({ config });
  labs.push(lab);
  return { lab, ...(await lab.gateway.serveHttp()) };
}

const JSON_AND_STREAM = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE: JsonObject = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...JSON_AND_STREAM, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** With any Host, which fetch does not allow. */
function postAs(port: number, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers: { ...JSON_AND_STREAM, ...headers } },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(INITIALIZE));
  });
}

const connect = (name: string, url: string, headers?: Record<string, string>): Promise<Peer> =>
  (PEERS[name] as (place: Place) => Promise<Peer>)({ door: 'http', url, ...(headers && { headers }) });

afterEach(async () => {
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

describe('the HTTP door', () => {
  it.each(['127.0.0.1', '0.0.0.0'])(
    '[SEC-08] answers 403 to a foreign Host or Origin when it listens on %s',
    async (host) => {
      const { port } = await start({ host, tokens: ['secret'] });
      const token = { authorization: 'Bearer secret' };
      const foreign = await postAs(port, { ...token, host: 'evil.test' });
      expect(foreign.status).toBe(403);
      expect(JSON.parse(foreign.body)).toMatchObject({
        id: null,
        error: { message: expect.stringContaining('evil.test') },
      });
      expect((await postAs(port, { ...token, host: `127.0.0.1:${port}`, origin: 'https://evil.test' })).status).toBe(
        403,
      );
      expect(
        (await postAs(port, { ...token, host: `localhost:${port}`, origin: 'http://localhost:3000' })).status,
      ).toBe(200);
    },
  );

  it('[SEC-08] takes any Host where the configuration says so', async () => {
    const { port } = await start({ allowedHosts: ['*'], allowedOrigins: ['*'] });
    expect((await postAs(port, { host: 'evil.test', origin: 'https://evil.test' })).status).toBe(200);
  });

  it('asks for the token, in every generation, and tells what is missing', async () => {
    const { url } = await start({ tokens: ['secret', 'other'] });
    const none = await post(url, INITIALIZE);
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/);
    expect((await none.json()).error.message).toContain('token');
    const wrong = await post(url, INITIALIZE, { authorization: 'Bearer secre' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('invalid_token');
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(401);
    for (const name of Object.keys(PEERS)) {
      await expect(connect(name, url)).rejects.toThrow();
      const peer = await connect(name, url, { authorization: 'Bearer other' });
      expect(await peer.listTools()).toHaveLength(4);
      await peer.close();
    }
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.org'])(
    '[INV-5] does not listen on %s without a token',
    async (host) => {
      const lab = createLab({ config: { host } });
      await expect(lab.gateway.serveHttp()).rejects.toMatchObject({
        code: 'invalid-config',
        message: expect.stringContaining('gateway.token'),
      });
    },
  );

  it('[INV-5] does not open when its token cannot be used', async () => {
    const lab = createLab({ config: { tokenFault: 'gateway.token is empty' } });
    await expect(lab.gateway.serveHttp()).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it('says that its port is taken', async () => {
    const { port } = await start();
    const lab = createLab();
    await expect(lab.gateway.serveHttp({ port })).rejects.toMatchObject({
      code: 'gateway-failed',
      data: { reason: 'EADDRINUSE', port },
    });
  });

  it('says on another path where it is, and answers for its health', async () => {
    const { url, port } = await start({ path: '/tools/mcp' });
    expect(url).toBe(`http://127.0.0.1:${port}/tools/mcp`);
    const elsewhere = await post(`http://127.0.0.1:${port}/mcp`, INITIALIZE);
    expect(elsewhere.status).toBe(404);
    expect((await elsewhere.json()).error).toContain('/tools/mcp');
    expect((await post(`${url}/`, INITIALIZE)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  it('bounds what it reads', async () => {
    const { url } = await start({ maxRequestBytes: 2000 });
    const long = { ...INITIALIZE, padding: 'x'.repeat(3000) };
    expect((await post(url, long)).status).toBe(413);
    // Without a length in front, too.
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(500))),
    });
    const streamed = fetch(url, { method: 'POST', headers: JSON_AND_STREAM, body, duplex: 'half' } as RequestInit);
    expect((await streamed).status).toBe(413);
  });

  it('refuses what is no message, and says why', async () => {
    const { url } = await start();
    expect((await post(url, '{')).status).toBe(400);
    expect((await post(url, INITIALIZE, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBeGreaterThanOrEqual(400);
    expect((await post(url, 'null')).status).toBe(400);
    expect((await post(url, [])).status).toBe(400);
  });

  it('[TRN-22] answers ping before initialize, and nothing else', async () => {
    const { url } = await start();
    const ping = await post(url, { jsonrpc: '2.0', id: 'p', method: 'ping' });
    expect(await ping.json()).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
    const list = await post(url, { jsonrpc: '2.0', id: 0, method: 'tools/list' });
    expect(list.status).toBe(400);
    expect(await list.json()).toMatchObject({ id: 0, error: { message: expect.stringContaining('initialize') } });
  });

  it('tells a client to begin anew when its session is gone', async () => {
    const { url } = await start();
    const session = (await post(url, INITIALIZE)).headers.get('mcp-session-id') as string;
    const headers = { 'mcp-session-id': session };
    expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    const gone = await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers);
    expect(gone.status).toBe(404);
    expect((await post(url, INITIALIZE, headers)).status).toBe(200);
  });

  it('knows a session only with the token that it began with', async () => {
    const { url } = await start({ tokens: ['secret', 'other'] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const session = (await post(url, INITIALIZE, as('secret'))).headers.get('mcp-session-id') as string;
    const ping = (token: string) =>
      post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { ...as(token), 'mcp-session-id': session });
    expect((await ping('other')).status).toBe(404);
    expect((await ping('secret')).status).toBe(200);
  });

  it('forgets a client that went away without a word', async () => {
    const { url } = await start({ sessionIdleMs: 300 });
    const session = (await post(url, INITIALIZE)).headers.get('mcp-session-id') as string;
    const headers = { 'mcp-session-id': session };
    const gone = new AbortController();
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: gone.signal });
    await new Promise((resolve) => setTimeout(resolve, 600));
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(url, ping, headers)).status).toBe(200);
    gone.abort();
    await stream.text().catch(() => {});
    // Each question keeps the session for another 300 ms, so they are asked further apart.
    const isForgotten = async () => expect((await post(url, ping, headers)).status).toBe(404);
    await vi.waitFor(isForgotten, { interval: 700, timeout: 10_000 });
  });

  it('shows no client the calls, results or progress of another', async () => {
    const { url } = await start();
    const names = Object.keys(PEERS);
    const peers = await Promise.all([...names, ...names].map((name) => connect(name, url)));
    await Promise.all(
      peers.map(async (peer, index) => {
        const heard: unknown[] = [];
        const options = { onProgress: ({ message }: { message?: string }) => void heard.push(message) };
        const args = { calls: [{ name: 'mcp__lab__slow', arguments: { note: `n${index}`, steps: 3 } }] };
        const { content } = await peer.call('tool_call', args, options);
        expect(content).toEqual([{ type: 'text', text: `n${index} done` }]);
        expect(heard).toEqual([1, 2, 3].map((step) => `n${index} step ${step}`));
      }),
    );
    const stop = new AbortController();
    const calls = peers.map((peer, index) => {
      const args = {
        calls: [{ name: 'mcp__lab__slow', arguments: { note: `c${index}`, steps: index === 0 ? 10_000 : 10 } }],
      };
      const first = index === 0 ? { signal: stop.signal, onProgress: () => stop.abort() } : {};
      return peer.call('tool_call', args, first).catch(() => 'stopped');
    });
    const results = await Promise.all(calls);
    expect(results.map((result) => result === 'stopped')).toEqual(peers.map((_, index) => index === 0));
    expect(labs[0]?.aborted).toEqual(['c0']);
    await Promise.all(peers.map((peer) => peer.close()));
  });

  it('[LST-10] [GAT-08] tells its operator once what every list warns of: too many tools, a gate that fails', async () => {
    const said: string[] = [];
    const lab = createLab({ logger: { ...silentLogger, warn: (message) => said.push(message) } });
    labs.push(lab);
    const many = Array.from({ length: 400 }, (_, index) => fakeTool({ name: `pinned_${index}`, alwaysLoad: true }));
    const check = () => {
      throw new Error('broken');
    };
    const gate = { kind: 'permission', name: 'odd', check } as const;
    lab.registry.register([...many, fakeTool({ name: 'guarded', gate })]);
    const { url } = await lab.gateway.serveHttp();
    const peers = await Promise.all(['SDK v1', 'raw JSON-RPC'].map((name) => connect(name, url)));
    for (const peer of [...peers, ...peers]) expect((await peer.listTools()).length).toBeGreaterThan(400);
    expect(said).toEqual([
      expect.stringMatching(/gate "odd" failed/),
      expect.stringMatching(/40\d tools with \d+ bytes/),
    ]);
    await Promise.all(peers.map((peer) => peer.close()));
  });

  it('tells a client whose stream was closed of the change once it listens again', async () => {
    const { url, lab } = await start();
    const peer = await connect('raw JSON-RPC', url);
    await peer.close();
    const session = (await post(url, INITIALIZE)).headers.get('mcp-session-id') as string;
    const headers = { 'mcp-session-id': session };
    await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
    await (await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).text();
    lab.registry.open({ kind: 'mcp', label: 'new' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('notifications/tools/list_changed');
    await reader.cancel();
  });

  it('leaves nothing open when it closes', async () => {
    const { url, lab } = await start();
    const peers = await Promise.all(Object.keys(PEERS).map((name) => connect(name, url)));
    const running = peers.map(
      (peer, index) =>
        new Promise<void>((resolve) => {
          const args = { calls: [{ name: 'mcp__lab__slow', arguments: { note: `x${index}`, steps: 100_000 } }] };
          void peer.call('tool_call', args, { onProgress: () => resolve() }).catch(() => 'ended');
        }),
    );
    await Promise.all(running);
    await lab.gateway.close();
    const stopped = () => expect([...lab.aborted].sort()).toEqual(peers.map((_, index) => `x${index}`));
    await vi.waitFor(stopped, 10_000);
    await expect(fetch(url)).rejects.toThrow();
  });
});
