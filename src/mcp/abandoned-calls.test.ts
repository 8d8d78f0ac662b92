import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMcpLab, type McpLab, stateOf } from '../../test/fixtures/mcp-sources.ts';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import type { JsonObject } from '../base/json.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

const log = () => lab.path('log');
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
/** A call that can be stopped. */
function stoppable() {
  const stop = new AbortController();
  return {
    context: fakeCallContext({ signal: stop.signal }),
    stop: () => stop.abort(new Error('the user stopped it')),
  };
}

describe('a call that is given up', () => {
  it('[PAR-08] is called off at a stdio server when its time is up, by its id, and its late answer goes nowhere', async () => {
    const servers = lab.start([oddServer('odd', { log: log() }, { callTimeoutMs: 100 })]);
    await servers.settled();
    const slow = { id: '1', name: 'mcp__odd__slow', arguments: { ms: 60_000, late: true } };
    expect(await servers.session.dispatch([slow])).toMatchObject([
      { result: { ok: false, error: { code: 'timeout' } } },
    ]);
    await soon(() => expect(lab.received('notifications/cancelled')).toHaveLength(1));
    const [request] = lab.received('tools/call');
    expect(request).toBeDefined();
    expect(lab.received('notifications/cancelled')).toMatchObject([{ params: { requestId: request?.id } }]);
    // The late answer is on its way before this one.
    expect(await servers.call('mcp__odd__echo', { a: 1 })).toMatchObject({ ok: true, content: [{ text: '{"a":1}' }] });
    expect(lab.started()).toHaveLength(1);
  });

  it('[PAR-08] is called off at an HTTP server when its time is up, by its id, and its late answer goes nowhere', async () => {
    let answer = () => {};
    const server = await startLoopbackServer({
      call: (name, args) =>
        name === 'slow'
          ? new Promise((resolve) => {
              answer = () => resolve({ content: [{ type: 'text', text: 'late' }] });
            })
          : { content: [{ type: 'text', text: JSON.stringify(args) }] },
      tools: ['slow', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    });
    onTestFinished(() => server.close());
    const sent = (method: string) =>
      server.requests.flatMap(({ body }) => {
        const message: JsonObject | undefined = body === '' ? undefined : JSON.parse(body);
        return message?.['method'] === method ? [message] : [];
      });
    const endpoint = { kind: 'http', url: server.url, headers: {} } as const;
    const servers = lab.start([oddServer('web', {}, { endpoint, callTimeoutMs: 100 })]);
    await servers.settled();
    const slow = { id: '1', name: 'mcp__web__slow', arguments: {} };
    expect(await servers.session.dispatch([slow])).toMatchObject([
      { result: { ok: false, error: { code: 'timeout' } } },
    ]);
    await soon(() => expect(sent('notifications/cancelled')).toHaveLength(1));
    expect(sent('notifications/cancelled')).toMatchObject([{ params: { requestId: sent('tools/call')[0]?.['id'] } }]);
    answer();
    expect(await servers.call('mcp__web__echo', { a: 1 })).toMatchObject({ ok: true, content: [{ text: '{"a":1}' }] });
    expect(sent('initialize')).toHaveLength(1);
  });

  it('costs a server nothing that still answers', async () => {
    const clock = createFakeClock();
    const servers = lab.start([oddServer('odd', { log: log() })], { clock });
    await servers.settled();
    const { context, stop } = stoppable();
    const running = servers.call('mcp__odd__slow', { ms: 60_000 }, context);
    await servers.call('mcp__odd__echo');
    stop();
    expect(await running).toMatchObject({ error: { code: 'cancelled' } });
    await soon(() => expect(lab.received('ping')).toHaveLength(1));
    await servers.call('mcp__odd__echo');
    await clock.advance(60_000);
    expect(lab.started()).toHaveLength(1);
    expect(stateOf(await servers.snapshot(), 'odd')).toBe('ready');
  });

  it('[PAR-12] ends at once at a server that has stopped reading, which is then started anew', async () => {
    const clock = createFakeClock();
    const servers = lab.start([oddServer('odd', { log: log() })], { clock });
    await servers.settled();
    const first = stoppable();
    const stuck = servers.call('mcp__odd__stop-reading', {}, first.context);
    await soon(() => expect(lab.received('tools/call')).toHaveLength(1));
    // More than its pipe holds, so that what is sent now can't leave.
    const second = stoppable();
    const large = servers.call('mcp__odd__echo', { text: 'x'.repeat(2_000_000) }, second.context);
    // Time stands still, so what waited here would wait for ever.
    first.stop();
    second.stop();
    expect(await Promise.all([stuck, large])).toMatchObject([
      { error: { code: 'cancelled' } },
      { error: { code: 'cancelled' } },
    ]);
    await clock.advance(4999);
    expect(stateOf(await servers.snapshot(), 'odd')).toBe('ready');
    await clock.advance(1);
    expect(stateOf(await servers.snapshot(), 'odd')).toBe('restarting');
    expect(await servers.call('mcp__odd__echo', { a: 1 })).toMatchObject({ ok: true });
    expect(lab.started()).toHaveLength(2);
    expect(servers.sources[0]?.status()).toMatchObject({
      lastFault: { reason: 'did not answer any more, not even a ping' },
    });
  });

  it('does not cost the calls that ran beside it, although the server is too busy to answer', async () => {
    const clock = createFakeClock();
    const servers = lab.start([oddServer('odd', { log: log() })], { clock });
    await servers.settled();
    const [first, other] = [stoppable(), stoppable()];
    const beside = servers.call('mcp__odd__slow', { ms: 60_000 }, other.context);
    const stuck = servers.call('mcp__odd__stop-reading', {}, first.context);
    await soon(() => expect(lab.received('tools/call')).toHaveLength(2));
    first.stop();
    await stuck;
    await clock.advance(60_000);
    expect(stateOf(await servers.snapshot(), 'odd')).toBe('ready');
    other.stop();
    await beside;
    await clock.advance(5000);
    expect(stateOf(await servers.snapshot(), 'odd')).toBe('restarting');
  });
});
