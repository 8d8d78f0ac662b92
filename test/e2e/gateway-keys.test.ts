import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { DEFAULT_GATEWAY } from '../../src/gateway/config.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { createRuntime } from '../../src/runtime/create-runtime.ts';
import { startLoopbackServer } from '../../src/testing/loopback-server.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { startModernServer } from '../fixtures/modern-server/modern-server-config.ts';

const TOKEN = 'clients-own-token';
const OF_THE_CLIENT = {
  authorization: `Bearer ${TOKEN}`,
  'x-api-key': 'clients-own-key',
  cookie: 'session=clients-own-cookie',
  'proxy-authorization': 'Basic clients-own-proxy',
  'x-tenant': 'clients-own-tenant',
};
const OF_THE_SERVER = { Authorization: 'Bearer servers-key', 'X-Tenant': 'servers-tenant' };

async function start() {
  const home = await mkdtemp(path.join(tmpdir(), 'callslip-keys-'));
  const [legacy, bare, modern] = await Promise.all([startLoopbackServer(), startLoopbackServer(), startModernServer()]);
  const entry = (url: string) => ({ url, headers: OF_THE_SERVER });
  const mcp_servers = { legacy: entry(legacy.url), modern: entry(modern.endpoint.url), bare: { url: bare.url } };
  const runtime = await createRuntime({ cwd: home, environment: { CALLSLIP_HOME: home }, values: { mcp_servers } });
  const { registry, sessions, upstreams, peers } = runtime;
  const config = { ...DEFAULT_GATEWAY, port: 0, tokens: [TOKEN] };
  const serverInfo = { name: 'gateway', version: '1' };
  const gateway = createGateway({ registry, sessions, upstreams, peers, config, serverInfo });
  onTestFinished(async () => {
    await gateway.close();
    await runtime.close();
    await Promise.all([legacy.close(), bare.close(), modern.close(), rm(home, { recursive: true, maxRetries: 3 })]);
  });
  await runtime.settled();
  const { url } = await gateway.serveHttp();
  return { url, keyed: () => [...legacy.requests, ...modern.requests], bare: () => bare.requests };
}

it.each(Object.keys(PEERS))(
  '[SEC-12] nothing that %s sends along reaches a server, whose key stays its own',
  async (name) => {
    const { url, keyed, bare } = await start();
    const before = [keyed().length, bare().length] as const;
    const peer: Peer = await (PEERS[name] as (place: Place) => Promise<Peer>)({
      door: 'http',
      url,
      headers: OF_THE_CLIENT,
    });
    const calls: readonly JsonObject[] = ['legacy', 'modern', 'bare'].map((label) => ({
      name: `mcp__${label}__echo`,
      arguments: { text: label },
    }));
    for (const call of calls) {
      expect(JSON.stringify(await peer.call('tool_call', { calls: [call] }))).toContain(
        String(call['name']).split('__')[1],
      );
    }
    await peer.close();
    expect(keyed().length).toBeGreaterThanOrEqual(before[0] + 2);
    expect(bare().length).toBeGreaterThan(before[1]);
    for (const [requests, own] of [
      [keyed(), Object.values(OF_THE_SERVER)],
      [bare(), [null, null]],
    ] as const) {
      for (const { headers, body } of requests) {
        expect([headers.get('authorization'), headers.get('x-tenant')]).toEqual(own);
        expect(JSON.stringify([...headers, body])).not.toContain('clients-own');
      }
    }
  },
);
