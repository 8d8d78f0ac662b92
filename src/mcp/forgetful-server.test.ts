import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMcpLab, type McpLab } from '../../test/fixtures/mcp-sources.ts';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';

// Real servers, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

/** A server over HTTP that answers some requests in the place of its own. */
async function open(answer: (method: string) => Response | undefined) {
  const clock = createFakeClock();
  const server = await startLoopbackServer({
    intercept: (_request, body) => answer(/"method":"([^"]+)"/.exec(body)?.[1] ?? ''),
  });
  onTestFinished(() => server.close());
  const endpoint = { kind: 'http', url: server.url, headers: {} } as const;
  const servers = lab.start([oddServer('web', {}, { endpoint })], { clock, random: () => 1 });
  await servers.settled();
  await clock.advance(60_000);
  const sent = (method: string) => server.requests.filter(({ body }) => body.includes(`"method":"${method}"`)).length;
  return { clock, servers, sent, status: () => servers.sources[0]?.status() };
}

describe('a server that forgets every session at its first call', () => {
  const forgets = (method: string) => (method === 'tools/call' ? new Response('who?', { status: 404 }) : undefined);

  it('[TRN-06] is sent a call twice and no more, and is then left alone for a while', async () => {
    const { clock, servers, sent, status } = await open(forgets);
    expect(await servers.call('mcp__web__echo')).toMatchObject({ ok: false, error: { data: { status: 404 } } });
    expect([sent('tools/call'), sent('initialize')]).toEqual([2, 2]);
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'restarting', tries: 1, nextTryInMs: 1000 }));
    expect(status()).toMatchObject({ lastFault: { reason: 'forgets its sessions at once' } });
    await clock.advance(1000);
    await servers.until(({ sources }) => sources[0]?.state === 'ready');
    expect(sent('initialize')).toBe(3);
  });
});

describe('a server that refuses a call and keeps its session', () => {
  it.each([400, 401, 403, 429])(
    'is not asked for another session after HTTP %i, nor sent the call again',
    async (status) => {
      const refuses = (method: string) => (method === 'tools/call' ? new Response('no', { status }) : undefined);
      const { servers, sent } = await open(refuses);
      expect(await servers.call('mcp__web__echo')).toMatchObject({ ok: false, error: { data: { status } } });
      expect([sent('tools/call'), sent('initialize')]).toEqual([1, 1]);
    },
  );
});
