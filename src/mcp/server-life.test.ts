import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMcpLab, type McpLab, type McpSources, stateOf } from '../../test/fixtures/mcp-sources.ts';
import { oddEndpoint, oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import { silentLogger } from '../base/logger.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import type { Manifest, ManifestStore } from './manifest/manifest.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

const log = () => lab.path('log');
const statusOf = ({ sources }: McpSources) => sources[0]?.status();
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};

/** A store in memory, with what was written to it. */
function memory(): ManifestStore & { readonly written: readonly Manifest[] } {
  const written: Manifest[] = [];
  return {
    written,
    read: async () => written.at(-1),
    write: async (_config, manifest) => void written.push(manifest),
  };
}

describe('a server that fails', () => {
  it('is tried again by itself when its program is there after all', async () => {
    const clock = createFakeClock();
    const program = lab.path('program');
    const servers = lab.start([oddServer('odd', {}, { endpoint: { ...oddEndpoint(), command: program } })], { clock });
    expect(stateOf(await servers.settled(), 'odd')).toBe('failed');
    expect(statusOf(servers)).toMatchObject({ tries: 1, lastFault: { agoMs: 0 } });
    await clock.advance(60_000);
    expect(statusOf(servers)).toMatchObject({ state: 'failed', tries: 1, lastFault: { agoMs: 60_000 } });
    symlinkSync(process.execPath, program);
    await clock.advance(10_000);
    await servers.until((snapshot) => stateOf(snapshot, 'odd') === 'ready');
    expect(await servers.call('mcp__odd__echo', { a: 1 })).toMatchObject({ ok: true });
  });

  it('is tried again when it is told that something has changed, and only then', async () => {
    const clock = createFakeClock();
    const broken = lab.path('broken');
    writeFileSync(broken, '');
    const servers = lab.start([oddServer('odd', { exitIfExists: broken, log: log() })], { clock });
    expect(stateOf(await servers.settled(), 'odd')).toBe('failed');
    const tries = lab.started().length;
    rmSync(broken);
    await clock.advance(3_600_000);
    expect(lab.started()).toHaveLength(tries);
    servers.sources[0]?.retry();
    expect(statusOf(servers)).toMatchObject({ state: 'starting' });
    await servers.until((snapshot) => stateOf(snapshot, 'odd') === 'ready');
    expect(statusOf(servers)).not.toHaveProperty('tries');
    servers.sources[0]?.retry();
    expect(statusOf(servers)).toMatchObject({ state: 'ready' });
  });

  it('[LST-06] has its list asked for again on the same connection until it can be had', async () => {
    const clock = createFakeClock();
    const healthy = lab.path('healthy');
    const servers = lab.start([oddServer('odd', { listsWhenExists: healthy, log: log() })], { clock, random: () => 1 });
    for (const [tries, waitMs] of [1000, 2000, 4000, 8000].entries()) {
      await soon(() => expect(statusOf(servers)).toMatchObject({ tries: tries + 1, nextTryInMs: waitMs }));
      expect(statusOf(servers)).toMatchObject({
        state: tries < 2 ? 'starting' : 'failed',
        reason: 'its tools could not be listed: the catalogue is down',
      });
      await clock.advance(waitMs);
    }
    await soon(() => expect(statusOf(servers)).toMatchObject({ tries: 5, nextTryInMs: 16_000 }));
    await clock.advance(5000);
    writeFileSync(healthy, '');
    await clock.advance(11_000);
    const { tools } = await servers.until((snapshot) => stateOf(snapshot, 'odd') === 'ready');
    expect(tools.length).toBeGreaterThan(0);
    expect(lab.started()).toHaveLength(1);
    expect(lab.received('initialize')).toHaveLength(1);
  });

  it('[LST-06] has a changed list asked for again that could not be had, without another notice', async () => {
    const clock = createFakeClock();
    const healthy = lab.path('healthy');
    writeFileSync(healthy, '');
    const servers = lab.start([oddServer('odd', { listsWhenExists: healthy, log: log() })], { clock });
    await servers.settled();
    rmSync(healthy);
    await servers.call('mcp__odd__add-tool', { name: 'late' });
    const before = lab.received('tools/list').length;
    await clock.advance(100);
    await soon(() => expect(lab.received('tools/list')).toHaveLength(before + 1));
    await servers.call('mcp__odd__echo');
    writeFileSync(healthy, '');
    await clock.advance(2000);
    await servers.until(({ tools }) => tools.some(({ source }) => source.toolName === 'late'));
    expect(lab.started()).toHaveLength(1);
  });

  it('keeps nobody waiting from the third fault on, says that it may come back, and comes back', async () => {
    const clock = createFakeClock();
    const server = await startLoopbackServer();
    const { url, port } = server;
    const entry = oddServer('web', {}, { endpoint: { kind: 'http', url, headers: {} } });
    const servers = lab.start([entry], { clock, random: () => 1 });
    await servers.settled();
    await server.close();
    const echo = { id: '1', name: 'mcp__web__echo', arguments: { a: 1 } };
    expect(await servers.session.dispatch([echo])).toMatchObject([{ result: { error: { retryable: true } } }]);
    for (const waitMs of [1000, 2000]) {
      await soon(() => expect(statusOf(servers)).toMatchObject({ state: 'restarting', nextTryInMs: waitMs }));
      await clock.advance(waitMs);
    }
    await soon(() => expect(statusOf(servers)).toMatchObject({ state: 'failed', tries: 3, nextTryInMs: 4000 }));
    expect(await servers.call('mcp__web__echo')).toMatchObject({
      error: { code: 'server-unavailable', message: expect.stringContaining('ECONNREFUSED'), retryable: true },
    });
    expect(await servers.session.dispatch([echo])).toMatchObject([
      { status: 'refused', result: { error: { code: 'not-available', retryable: true } } },
    ]);
    const again = await startLoopbackServer({ port });
    onTestFinished(() => again.close());
    await clock.advance(4000);
    await servers.until((snapshot) => stateOf(snapshot, 'web') === 'ready');
    expect(await servers.session.dispatch([echo])).toMatchObject([{ status: 'ok' }]);
  });

  it('does not let its failed state change what others see with every try, nor warn of it again', async () => {
    const clock = createFakeClock();
    const healthy = lab.path('healthy');
    const warned: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warned.push(message) };
    const options = { clock, random: () => 1, logger };
    const servers = lab.start([oddServer('odd', { listsWhenExists: healthy })], options);
    for (const waitMs of [1000, 2000]) {
      await soon(() => expect(statusOf(servers)).toMatchObject({ nextTryInMs: waitMs }));
      await clock.advance(waitMs);
    }
    await soon(() => expect(statusOf(servers)).toMatchObject({ state: 'failed', nextTryInMs: 4000 }));
    const { generation } = servers.registry;
    expect(warned).toHaveLength(2);
    for (const waitMs of [4000, 8000, 16_000]) {
      await clock.advance(waitMs);
      await soon(() => expect(statusOf(servers)).toMatchObject({ nextTryInMs: waitMs * 2 }));
    }
    expect(servers.registry.generation).toBe(generation);
    expect(warned).toHaveLength(2);
  });

  it('[PAR-10] is not told of a cancellation when its handshake takes too long, and nothing of it is left', async () => {
    const clock = createFakeClock();
    const entry = oddServer('odd', { startsWhenExists: lab.path('never'), log: log() });
    const servers = lab.start([entry], { clock, random: () => 1 });
    await soon(() => expect(lab.received('initialize')).toHaveLength(1));
    await clock.advance(30_000);
    expect((await servers.settled()).sources).toMatchObject([{ state: 'failed', reason: 'not ready within 30 s' }]);
    const [pid] = lab.started();
    await soon(() => expect(isAlive(pid)).toBe(false));
    const [handshake] = lab.received('initialize');
    expect(handshake).toBeDefined();
    for (const { params } of lab.received('notifications/cancelled')) {
      expect(params?.['requestId']).not.toBe(handshake?.id);
    }
  });
});

describe('a server that is remembered', () => {
  /** One run of the server, so that its manifest is there. */
  async function remembered(behaviour = {}) {
    const manifests = memory();
    await lab.start([oddServer('odd', behaviour)], { manifests }).settled();
    await lab.stop();
    expect(manifests.written).toHaveLength(1);
    return manifests;
  }

  it('has its tools found and described before it is up, marked cached; what it lists then replaces them', async () => {
    const schema = { type: 'object', properties: { size: { type: 'number' } } };
    const tools = [{ name: 'polish', description: 'Polishes zirconium widgets.', inputSchema: schema }];
    const manifests = await remembered({ tools });
    expect(manifests.written[0]).toMatchObject({ tools, capabilities: { tools: {} }, serverInfo: { name: 'odd' } });
    const go = lab.path('go');
    const now = [...tools, { name: 'grind', inputSchema: schema }];
    const servers = lab.start([oddServer('odd', { tools: now, startsWhenExists: go })], { manifests });
    const early = await servers.until((snapshot) => snapshot.tools.length > 0);
    expect(early.tools).toMatchObject([{ name: 'mcp__odd__polish', source: { provenance: 'cached' } }]);
    expect(statusOf(servers)).toMatchObject({
      state: 'restarting',
      cached: true,
      toolCount: 1,
      serverInfo: { name: 'odd' },
    });
    const [search, describe] = await servers.session.dispatch([
      { id: '1', name: 'tool_search', arguments: { queries: ['zirconium widgets'] } },
      { id: '2', name: 'tool_describe', arguments: { names: ['mcp__odd__polish'] } },
    ]);
    expect(JSON.stringify(search?.result)).toContain('mcp__odd__polish');
    expect(JSON.stringify(describe?.result)).toContain('size');
    const waiting = servers.call('mcp__odd__polish', { size: 1 });
    writeFileSync(go, '');
    expect(await waiting).toMatchObject({ ok: true });
    const late = await servers.until((snapshot) => snapshot.tools.length === 2);
    expect(late.tools.map(({ source }) => source.provenance)).toEqual(['live', 'live']);
    await lab.stop();
    expect(manifests.written).toHaveLength(2);
  });

  it('is not started when it is lazy, until its first call, which waits for it', async () => {
    const manifests = await remembered();
    const servers = lab.start([oddServer('odd', { log: log() }, { lazy: true })], { manifests });
    const { sources, tools } = await servers.settled();
    expect(sources).toMatchObject([{ state: 'ready', toolCount: tools.length }]);
    expect(statusOf(servers)).toMatchObject({ state: 'ready', asleep: true, cached: true, transport: 'stdio' });
    expect(existsSync(log())).toBe(false);
    const asleep = await servers.session.expose();
    const results = await Promise.all([1, 2, 3].map((a) => servers.call('mcp__odd__echo', { a })));
    expect(results).toMatchObject([1, 2, 3].map((a) => ({ ok: true, content: [{ text: `{"a":${a}}` }] })));
    expect(lab.started()).toHaveLength(1);
    expect(statusOf(servers)).toMatchObject({ state: 'ready', pid: lab.started()[0] });
    expect(statusOf(servers)).not.toHaveProperty('asleep');
    expect(statusOf(servers)).not.toHaveProperty('cached');
    // What a model has in its cache stays good.
    expect((await servers.session.expose()).fingerprint).toBe(asleep.fingerprint);
    await lab.stop();
    // Nothing was new.
    expect(manifests.written).toHaveLength(1);
  });

  it('is started to learn its tools when it is lazy and nothing is remembered', async () => {
    const servers = lab.start([oddServer('odd', { log: log() }, { lazy: true })], { manifests: memory() });
    expect((await servers.settled()).tools.length).toBeGreaterThan(0);
    expect(lab.started()).toHaveLength(1);
  });

  it('has a call refused clearly, and not sent, whose tool it no longer lists', async () => {
    const manifests = await remembered({ tools: [{ name: 'old', inputSchema: { type: 'object' } }] });
    const behaviour = { tools: [{ name: 'new', inputSchema: { type: 'object' } }], log: log() };
    const servers = lab.start([oddServer('odd', behaviour, { lazy: true })], { manifests });
    await servers.settled();
    expect(await servers.call('mcp__odd__old')).toMatchObject({
      ok: false,
      error: { code: 'unknown-tool', message: expect.stringContaining('no longer has the tool old') },
    });
    expect(lab.received('tools/call')).toEqual([]);
    expect((await servers.snapshot()).tools.map(({ name }) => name)).toEqual(['mcp__odd__new']);
  });

  it('has failed, with the reason, when it can not be started any more', async () => {
    const manifests = await remembered();
    const entry = oddServer('odd', {}, { endpoint: { ...oddEndpoint(), command: lab.path('gone') }, lazy: true });
    const servers = lab.start([entry], { manifests });
    await servers.settled();
    expect(await servers.call('mcp__odd__echo')).toMatchObject({
      error: { code: 'server-unavailable', message: expect.stringContaining('was not found'), retryable: false },
    });
    const { tools, hidden } = await servers.snapshot();
    expect(tools).toEqual([]);
    expect(hidden.length).toBeGreaterThan(0);
  });

  it('can be stopped while it sleeps', async () => {
    const manifests = await remembered();
    const servers = lab.start([oddServer('odd', {}, { lazy: true })], { manifests });
    await servers.settled();
    await lab.stop();
    expect((await servers.snapshot()).sources).toEqual([]);
  });
});

describe('a server that is being stopped', () => {
  it('is not asked for a changed list any more, and nothing is said of that', async () => {
    const clock = createFakeClock();
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const servers = lab.start([oddServer('odd', { ignoreEnd: true, log: log() })], { clock, logger });
    await servers.settled();
    await servers.call('mcp__odd__add-tool', { name: 'late' });
    const before = lab.received('tools/list').length;
    const stopped = lab.stop();
    await clock.advance(100);
    await stopped;
    expect(lab.received('tools/list')).toHaveLength(before);
    expect(warnings).toEqual([]);
  });
});

describe('a server that nobody needs', () => {
  it('is stopped after its idle time, keeps its tools, and is started by the next call', async () => {
    const clock = createFakeClock();
    const servers = lab.start([oddServer('odd', { log: log() }, { idleTimeoutMs: 60_000 })], { clock });
    const { tools } = await servers.settled();
    const shown = await servers.session.expose();
    await clock.advance(59_000);
    const slow = servers.call('mcp__odd__slow', { ms: 300 });
    await servers.call('mcp__odd__echo');
    await clock.advance(120_000);
    expect(await slow).toMatchObject({ ok: true });
    expect(lab.started()).toHaveLength(1);
    await clock.advance(59_999);
    expect(statusOf(servers)).not.toHaveProperty('asleep');
    await clock.advance(1);
    expect(statusOf(servers)).toMatchObject({ state: 'ready', asleep: true, cached: true, toolCount: tools.length });
    await soon(() => expect(isAlive(lab.started()[0])).toBe(false));
    expect(statusOf(servers)).not.toHaveProperty('tries');
    expect((await servers.session.expose()).fingerprint).toBe(shown.fingerprint);
    expect(await servers.call('mcp__odd__echo', { b: 2 })).toMatchObject({ ok: true });
    expect(lab.started()).toHaveLength(2);
  });

  it('is started by a call that comes while it is being stopped', async () => {
    const clock = createFakeClock();
    const entry = oddServer('odd', { log: log(), ignoreEnd: true }, { idleTimeoutMs: 60_000 });
    const servers = lab.start([entry], { clock });
    await servers.settled();
    await clock.advance(60_000);
    expect(isAlive(lab.started()[0])).toBe(true);
    expect(await servers.call('mcp__odd__echo')).toMatchObject({ ok: true });
    expect(lab.started()).toHaveLength(2);
    expect(isAlive(lab.started()[0])).toBe(false);
  });
});
