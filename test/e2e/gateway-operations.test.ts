import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { type Logger, silentLogger } from '../../src/base/logger.ts';
import type { GatewayConfig } from '../../src/gateway/config.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';

const CLIENTS = ['SDK v2, legacy', 'SDK v2, pinned to 2026-07-28'];
const JSON_AND_STREAM = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = (id: string | number = 'init'): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

const labs: Lab[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

async function start(config: Partial<GatewayConfig> = {}, logger: Logger = silentLogger) {
  const lab = createLab({ config, logger });
  labs.push(lab);
  return { lab, ...(await lab.gateway.serveHttp()) };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: () => JsonObject;
}

/** One request with any headers, which fetch does not allow. */
function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: JsonObject,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }),
      );
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

const post = (port: number, body: JsonObject, headers: Record<string, string> = {}, path = '/mcp') =>
  send(port, 'POST', path, { ...JSON_AND_STREAM, ...headers }, body);
const connect = (name: string, url: string): Promise<Peer> =>
  (PEERS[name] as (place: Place) => Promise<Peer>)({ door: 'http', url });

/** Resolves, with the result to come, when the tool has begun. */
function slowCall(peer: Peer, note: string, steps: number): Promise<{ readonly result: Promise<JsonObject> }> {
  return new Promise((resolve) => {
    const args = { calls: [{ name: 'mcp__lab__slow', arguments: { note, steps } }] };
    const result: Promise<JsonObject> = peer.call('tool_call', args, { onProgress: () => resolve({ result }) });
    result.catch(() => {});
  });
}

describe('/readyz', () => {
  it('waits for the first start of every server, good or bad, and tells counts and no names', async () => {
    const { lab, port } = await start();
    const [slow, broken, off] = ['slow', 'broken', 'off'].map((label) => lab.registry.open({ kind: 'mcp', label }));
    off?.setState('disabled');
    const starting = await send(port, 'GET', '/readyz');
    expect([starting.status, starting.json()]).toEqual([
      503,
      { status: 'starting', servers: { ready: 1, starting: 2, failed: 0 } },
    ]);
    slow?.setState('ready');
    broken?.setState('starting', { reason: 'exited with code 1' });
    const ready = await send(port, 'GET', '/readyz', { host: '10.0.0.7:8808' });
    expect([ready.status, ready.json()]).toEqual([
      200,
      { status: 'ready', servers: { ready: 2, starting: 0, failed: 1 } },
    ]);
    expect(ready.text).not.toContain('broken');
    slow?.setState('restarting');
    broken?.setState('failed', { reason: 'exited with code 1' });
    expect((await send(port, 'GET', '/readyz')).status).toBe(200);
  });
});

describe('a door that is being closed', () => {
  it('answers what runs, and takes nothing new', async () => {
    const { lab, port, url } = await start();
    const session = (await post(port, initialize())).headers['mcp-session-id'] as string;
    const peers = await Promise.all(CLIENTS.map((name) => connect(name, url)));
    const running = await Promise.all(peers.map((peer, index) => slowCall(peer, `n${index}`, 30)));
    const drained = lab.gateway.drain();

    const known = { 'mcp-session-id': session };
    const refused = await post(port, { jsonrpc: '2.0', id: 7, method: 'tools/list' }, known);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
    expect(refused.json()).toMatchObject({ id: 7, error: { message: expect.stringContaining('being stopped') } });
    expect((await post(port, initialize('late'))).json()).toMatchObject({ id: 'late' });
    expect((await send(port, 'GET', '/mcp', { ...known, accept: 'text/event-stream' })).status).toBe(503);
    expect((await post(port, { jsonrpc: '2.0', method: 'notifications/initialized' }, known)).status).toBe(202);
    const answer = { jsonrpc: '2.0', id: 'asked', result: {} };
    expect((await post(port, answer, known)).status).toBe(202);
    const back = { jsonrpc: '2.0', id: 8, method: 'tools/list', params: { requestState: 'forged' } };
    expect((await post(port, back, known)).status).toBe(200);
    expect((await send(port, 'DELETE', '/mcp', known)).status).toBe(200);
    expect((await send(port, 'GET', '/healthz')).status).toBe(200);
    const readiness = await send(port, 'GET', '/readyz');
    expect([readiness.status, readiness.json()]).toMatchObject([503, { status: 'draining' }]);

    for (const [index, { result }] of running.entries()) {
      expect(await result).toMatchObject({ content: [{ type: 'text', text: `n${index} done` }] });
    }
    await drained;
    await lab.gateway.close();
    await expect(send(port, 'GET', '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it('waits no longer than it may, says so, and ends listening streams', async () => {
    const said: unknown[] = [];
    const logger = { ...silentLogger, warn: (message: string, data?: JsonObject) => said.push(message, data) };
    const { lab, port, url } = await start({ drainTimeoutMs: 50 }, logger);
    const session = (await post(port, initialize())).headers['mcp-session-id'] as string;
    const stream = send(port, 'GET', '/mcp', { 'mcp-session-id': session, accept: 'text/event-stream' });
    const peer = await connect('SDK v2, legacy', url);
    await slowCall(peer, 'endless', 10_000);
    await lab.gateway.drain();
    expect(said).toEqual([expect.stringContaining('still running'), { calls: 1 }]);
    await lab.gateway.close();
    expect((await stream).status).toBe(200);
    await vi.waitFor(() => expect(lab.aborted).toEqual(['endless']));
  });

  it('closes at once when nothing runs, or when it is given no time', async () => {
    const idle = await start({ drainTimeoutMs: 3_600_000 });
    await idle.lab.gateway.drain();
    const hurried = await start({ drainTimeoutMs: 0 });
    const peer = await connect('SDK v2, legacy', hurried.url);
    await slowCall(peer, 'cut', 10_000);
    await hurried.lab.gateway.drain();
    await hurried.lab.gateway.close();
    await vi.waitFor(() => expect(hurried.lab.aborted).toEqual(['cut']));
  });
});

describe('without a token', () => {
  const config = { tokens: ['secret-one'], authorizationServers: ['https://auth.example.org'] };

  it.each([
    [{}, 'Bearer resource_metadata="http://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp"'],
    [
      { authorization: 'Bearer nonsense' },
      'Bearer error="invalid_token", resource_metadata="http://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp"',
    ],
  ])('[CON-08] a client with %j is told where to read how to get in, and can read it', async (headers, challenge) => {
    const { port } = await start(config);
    for (const answer of [
      await post(port, initialize(), headers),
      await send(port, 'GET', '/mcp', { ...headers, accept: 'text/event-stream' }),
      await send(port, 'DELETE', '/mcp', headers),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(challenge.replace('PORT', `${port}`));
      expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringContaining('token') } });
    }
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const metadata = await send(port, 'GET', path);
      expect([metadata.status, metadata.headers['content-type'], metadata.json()]).toEqual([
        200,
        'application/json',
        {
          resource: `http://127.0.0.1:${port}/mcp`,
          bearer_methods_supported: ['header'],
          authorization_servers: ['https://auth.example.org'],
        },
      ]);
      expect(metadata.text).not.toContain('secret-one');
    }
  });

  it('[CON-08] [SEC-08] the address is checked before the token, of the metadata too', async () => {
    const { port } = await start(config);
    const paths = ['/mcp', '/.well-known/oauth-protected-resource/mcp'];
    for (const path of paths) expect((await send(port, 'GET', path, { host: 'evil.test' })).status).toBe(403);
  });

  it('[CON-08] [SEC-08] a request that names another host in its first line is told nothing of that one', async () => {
    const { port } = await start(config);
    const { headers } = await send(port, 'GET', 'http://evil.test/mcp');
    expect(headers['www-authenticate']).toContain(`="http://127.0.0.1:${port}/`);
  });

  it('[CON-08] no authorization server is named where none is configured, and no metadata where no token is', async () => {
    const guarded = await start({ tokens: ['secret-one'] });
    const metadata = await send(guarded.port, 'GET', '/.well-known/oauth-protected-resource');
    expect(Object.keys(metadata.json())).toEqual(['resource', 'bearer_methods_supported']);
    const open = await start();
    expect((await send(open.port, 'GET', '/.well-known/oauth-protected-resource')).status).toBe(404);
  });
});

describe('behind a proxy', () => {
  const publicUrl = 'https://tools.example.org/callslip/mcp';
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'tools.example.org',
    'x-forwarded-prefix': '/callslip',
  };

  it('answers under the base path, whether or not the proxy takes it away, and names its public address', async () => {
    const { port, publicUrl: told } = await start({ publicUrl, tokens: ['secret'] });
    expect(told).toBe(publicUrl);
    const host = 'tools.example.org';
    for (const path of ['/mcp', '/callslip/mcp']) {
      expect((await post(port, initialize(), { host, authorization: 'Bearer secret' }, path)).status).toBe(200);
      const { headers } = await post(port, initialize(), { host }, path);
      expect(headers['www-authenticate']).toBe(
        'Bearer resource_metadata="https://tools.example.org/callslip/.well-known/oauth-protected-resource/mcp"',
      );
    }
    for (const path of ['/healthz', '/callslip/healthz', '/readyz', '/callslip/readyz']) {
      expect((await send(port, 'GET', path)).status).toBe(200);
    }
    const wellKnown = '/.well-known/oauth-protected-resource';
    for (const path of [`/callslip${wellKnown}/mcp`, `${wellKnown}/mcp`, `${wellKnown}/callslip/mcp`]) {
      expect((await send(port, 'GET', path, { host })).json()).toMatchObject({ resource: publicUrl });
    }
    expect((await send(port, 'GET', '/callslip/other')).status).toBe(404);
  });

  it('builds addresses from what a trusted proxy says, and from nobody else', async () => {
    const config = { tokens: ['secret'], allowedHosts: ['tools.example.org'] };
    const trusting = await start({ ...config, trustedProxies: ['loopback'] });
    const asked = await post(trusting.port, initialize(), forwarded);
    expect(asked.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://tools.example.org/callslip/.well-known/oauth-protected-resource/mcp"',
    );
    const standard = { forwarded: 'for=203.0.113.9;proto=https;host="tools.example.org:8443"' };
    expect((await post(trusting.port, initialize(), standard)).headers['www-authenticate']).toContain(
      '"https://tools.example.org:8443/.well-known/',
    );
    for (const trustedProxies of [[], ['10.0.0.0/8']]) {
      const { port } = await start({ ...config, trustedProxies });
      for (const headers of [forwarded, standard]) {
        const { headers: told } = await post(port, initialize(), headers);
        expect(told['www-authenticate']).toContain(`"http://127.0.0.1:${port}/.well-known/`);
      }
    }
  });

  it('[SEC-08] no forwarded host opens the door to a foreign name, even from a trusted proxy', async () => {
    const { port } = await start({ trustedProxies: ['loopback'] });
    expect((await post(port, initialize(), { host: 'evil.test', 'x-forwarded-host': 'localhost' })).status).toBe(403);
    const foreign = await post(port, initialize(), { 'x-forwarded-host': 'evil.test' });
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('forwarded host evil.test')]);
    expect((await post(port, initialize(), { 'x-forwarded-host': 'localhost:1' })).status).toBe(200);
  });
});

describe('a web page', () => {
  const origin = 'https://chat.example.org';
  const question = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-session-id',
  };

  it('of an allowed origin may ask, and read what it needs, without a token for the question', async () => {
    const { port } = await start({ tokens: ['secret'], allowedOrigins: ['chat.example.org'] });
    const { status, headers } = await send(port, 'OPTIONS', '/mcp', question);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST,DELETE',
      'access-control-allow-headers': question['access-control-request-headers'],
      vary: expect.stringContaining('Origin'),
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const bearer = { origin, authorization: 'Bearer secret' };
    for (const [answer, code] of [
      [await post(port, initialize(), bearer), 200],
      [await post(port, initialize(), { origin }), 401],
      [await send(port, 'GET', '/.well-known/oauth-protected-resource/mcp', { origin }), 200],
    ] as const) {
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([code, origin]);
      expect(answer.headers['access-control-expose-headers']).toMatch(/Mcp-Session-Id.*WWW-Authenticate/);
    }
  });

  it('[SEC-08] of any other origin may not, nor one of this machine that is not named', async () => {
    const { port } = await start({ allowedOrigins: ['chat.example.org'] });
    const foreign = await send(port, 'OPTIONS', '/mcp', { ...question, origin: 'https://evil.test' });
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const local = await send(port, 'OPTIONS', '/mcp', { ...question, origin: 'http://localhost:3000' });
    expect(local.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is named back where any is allowed', async () => {
    const { port } = await start({ allowedOrigins: ['*'] });
    const { headers } = await send(port, 'OPTIONS', '/mcp', question);
    expect(headers['access-control-allow-origin']).toBe(origin);
  });
});

describe('requests that lead nowhere', () => {
  it('get an answer in JSON that says what does', async () => {
    const { port } = await start();
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'QUERY']) {
      const answer = await send(port, method, '/mcp');
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, DELETE']);
      expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('POST') } });
    }
    const head = await send(port, 'HEAD', '/mcp', { accept: 'text/event-stream' });
    expect([head.status, head.headers.allow, head.text]).toEqual([405, 'GET, POST, DELETE', '']);
    expect((await send(port, 'POST', '/healthz')).headers.allow).toBe('GET, HEAD');
    expect(await send(port, 'HEAD', '/readyz')).toMatchObject({ status: 200, text: '' });
    const lost = await send(port, 'GET', '/nowhere?token=x');
    expect([lost.status, lost.json()]).toEqual([404, { error: expect.stringContaining('/mcp') }]);
  });

  it('are told to whoever looks closely, by the client that sent them, without what they held', async () => {
    const said: [string, JsonObject | undefined][] = [];
    const logger = { ...silentLogger, debug: (message: string, data?: JsonObject) => void said.push([message, data]) };
    const { port } = await start({ tokens: ['secret'], trustedProxies: ['127.0.0.1'] }, logger);
    const hop = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    await post(port, initialize(), { authorization: 'Bearer secret', ...hop }, '/mcp?key=hidden');
    await send(port, 'GET', '/mcp', { authorization: 'Bearer hidden' });
    const requests = said.filter(([message]) => message === 'http request').map(([, data]) => data);
    expect(requests).toEqual([
      { method: 'POST', path: '/mcp', status: 200, client: '203.0.113.9', ms: expect.any(Number) },
      { method: 'GET', path: '/mcp', status: 401, client: '127.0.0.1', ms: expect.any(Number) },
    ]);
    expect(JSON.stringify(said)).not.toMatch(/secret|hidden/);
  });
});
