import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Offering, offeringServer } from '../../../test/fixtures/offering-server/offering-server.ts';
import type { JsonObject } from '../../base/json.ts';
import { silentLogger } from '../../base/logger.ts';
import { createRegistry } from '../../registry/registry.ts';
import { fakeCallContext } from '../../testing/fake-call-context.ts';
import type { ServerConfig } from '../config.ts';
import type { Manifest, ManifestStore } from '../manifest/manifest.ts';
import { createMcpSource } from '../mcp-source.ts';
import type { OfferingKind } from './upstream.ts';

const soon = () => AbortSignal.timeout(10_000);
const now = AbortSignal.abort();

/** What servers leave for the next run. */
function createMemory(): ManifestStore {
  const known = new Map<string, Manifest>();
  return {
    read: async ({ label }) => known.get(label),
    write: async ({ label }, manifest) => void known.set(label, manifest),
  };
}

async function start(offers: Offering = {}, changes: Partial<ServerConfig> = {}, manifests = createMemory()) {
  const folder = await mkdtemp(path.join(tmpdir(), 'callslip-upstream-'));
  const log = path.join(folder, 'log');
  const registry = createRegistry();
  const warnings: string[] = [];
  const changed: OfferingKind[] = [];
  const source = createMcpSource({
    config: offeringServer('srv', { log, ...offers }, changes),
    handle: registry.open({ kind: 'mcp', label: 'srv' }),
    client: { name: 'test', version: '1' },
    logger: { ...silentLogger, warn: (message) => void warnings.push(message) },
    random: () => 0,
    onOfferings: (kind) => changed.push(kind),
    manifests,
  });
  onTestFinished(async () => {
    await source.stop();
    await rm(folder, { recursive: true, maxRetries: 3 });
  });
  source.start();
  const call = async (name: string, args: JsonObject = {}, sessionId = 's') => {
    const { tools } = await registry.snapshot({ sessionId, surface: 'library' });
    const tool = tools.find((it) => it.source.toolName === name);
    return tool?.execute(args, { ...fakeCallContext(), sessionId });
  };
  const received = async () =>
    (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
  return { source, upstream: source.upstream, warnings, changed, call, received };
}

const names = (entries: readonly JsonObject[]) =>
  entries.map(({ name, uri, uriTemplate }) => uriTemplate ?? uri ?? name);
const prompt = (name: string) => ({ name });
const resource = (uri: string) => ({ uri, name: 'one' });
const template = (uriTemplate: string) => ({ uriTemplate, name: 'some' });

describe('what a server offers beside tools', () => {
  it('waits for a server that is starting, as long as it may', async () => {
    const { upstream } = await start({ prompts: [prompt('a')] });
    expect(await upstream.list('prompts', now)).toEqual([]);
    expect(await upstream.list('prompts', soon())).toEqual([{ name: 'a' }]);
    expect(await upstream.list('prompts', now)).toEqual([{ name: 'a' }]);
  });

  it('[TRN-02] reads every page, and leaves out what can not be used', async () => {
    const odd = [null, 7, 'text', [], {}, { name: '' }, { name: 3 }];
    const { upstream } = await start({
      prompts: [...odd, prompt('a'), prompt('b'), { name: 'a', description: 'again' }, prompt('c')],
      resources: [...odd, resource('x://1'), { uri: 5 }, resource('x://2')],
      pageSize: 2,
    });
    expect(await upstream.list('prompts', soon())).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    expect(names(await upstream.list('resources', soon()))).toEqual(['x://1', 'x://2']);
  });

  it('does not ask for what was not declared', async () => {
    const { upstream, received } = await start({ prompts: [prompt('a')], capabilities: { resources: {} } });
    expect(await upstream.list('prompts', soon())).toEqual([]);
    await upstream.list('resources', soon());
    expect((await received()).map(({ method }) => method)).not.toContain('prompts/list');
  });

  it('keeps what its entry takes, exclude before include', async () => {
    const prompts = { include: ['a*'], exclude: ['*x'], override: { a1: { name: 'first one', description: 'Ours.' } } };
    const resources = { include: ['x://open/*'], exclude: ['*secret*'] };
    const { upstream } = await start(
      {
        prompts: ['a1', 'a2', 'ax', 'b'].map(prompt),
        resources: ['x://open/1', 'x://open/secret', 'x://shut/1'].map(resource),
        resourceTemplates: ['x://open/{id}', 'x://shut/{id}'].map(template),
      },
      { prompts, resources },
    );
    expect(await upstream.list('prompts', soon())).toEqual([{ name: 'a1', description: 'Ours.' }, { name: 'a2' }]);
    expect(upstream.promptName('a1')).toMatch(/^first_one_[0-9a-f]{8}$/);
    expect(upstream.promptName('a2')).toBe('mcp__srv__a2');
    expect(names(await upstream.list('resources', soon()))).toEqual(['x://open/1']);
    expect(names(await upstream.list('resourceTemplates', soon()))).toEqual(['x://open/{id}']);
    const reached = ['x://open/1', 'x://open/7', 'x://open/secret', 'x://shut/1', 'x://shut/7', 'y://z'];
    expect(reached.filter((uri) => upstream.mayReach(uri))).toEqual(['x://open/1', 'x://open/7']);
  });

  it('does not reach through a template that is left out', async () => {
    const { upstream } = await start(
      { resourceTemplates: ['x://shut/{id}', 'x://open/{id}'].map(template) },
      { resources: { exclude: ['x://shut/{*'] } },
    );
    await upstream.list('resourceTemplates', soon());
    expect(['x://shut/1', 'x://open/1', 'x://else'].filter((uri) => upstream.mayReach(uri))).toEqual([
      'x://open/1',
      'x://else',
    ]);
  });

  it('tries a list that failed again when it is asked for', async () => {
    const { upstream, warnings } = await start({ prompts: [prompt('a')], capabilities: { prompts: {} }, failLists: 1 });
    expect(await upstream.list('prompts', soon())).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('prompts could not be listed')]);
    expect(await upstream.list('prompts', soon())).toEqual([{ name: 'a' }]);
  });

  it('[TRN-20] reads a list again when the server says that it changed, and tells when it did', async () => {
    const { upstream, changed, call } = await start({ prompts: [prompt('a')] });
    await upstream.list('prompts', soon());
    changed.length = 0;
    await call('change', { prompts: [prompt('a')] });
    await call('change', { resources: [resource('x://1')] });
    await vi.waitFor(() => expect(changed).toEqual(['resources']), 5000);
    expect(names(await upstream.list('resources', now))).toEqual(['x://1']);
  });

  it('keeps its lists while it restarts, and lists nothing once it is given up', async () => {
    const { upstream, source, call } = await start({ prompts: [prompt('a')] });
    await upstream.list('prompts', soon());
    await call('crash');
    await vi.waitFor(() => expect(upstream.state).not.toBe('ready'), 5000);
    expect(await upstream.list('prompts', now)).toEqual([{ name: 'a' }]);
    await vi.waitFor(() => expect(upstream.state).toBe('ready'), 5000);
    const off = await start({ prompts: [prompt('a')] }, { enabled: false });
    expect(await off.upstream.list('prompts', soon())).toEqual([]);
    expect(source.status().state).toBe('ready');
  });

  it('lists what it had in an earlier run while it sleeps, and wakes for a request or a watch', async () => {
    const manifests = createMemory();
    const offers = {
      prompts: [prompt('a')],
      resources: [resource('x://1')],
      resourceTemplates: [template('y://{id}')],
    };
    const first = await start(offers, {}, manifests);
    for (const kind of ['prompts', 'resources', 'resourceTemplates'] as const) await first.upstream.list(kind, soon());
    await first.source.stop();
    const { upstream, source } = await start(offers, { lazy: true }, manifests);
    expect(names(await upstream.list('prompts', soon()))).toEqual(['a']);
    expect(names(await upstream.list('resources', now))).toEqual(['x://1']);
    expect(names(await upstream.list('resourceTemplates', now))).toEqual(['y://{id}']);
    expect(upstream.capabilities).toHaveProperty('completions');
    expect(source.status().pid).toBeUndefined();
    const end = await upstream.watchResource('x://1', () => {}, soon());
    expect(source.status().pid).toBeDefined();
    end();
    const other = await start(offers, { lazy: true }, manifests);
    await other.upstream.list('prompts', soon());
    await other.upstream.request('prompts/get', { name: 'a' }, { sessionId: 's', signal: soon() });
    expect(other.source.status().pid).toBeDefined();
  });

  it('remembers which session was shown an address', async () => {
    const { upstream, source, call } = await start();
    await source.settled();
    await call('show', { uri: 'x://hidden' }, 'one');
    expect(['x://hidden', 'x://hidden/part', 'x://else'].map((uri) => upstream.hasShown('one', uri))).toEqual([
      true,
      true,
      false,
    ]);
    expect(upstream.hasShown('two', 'x://hidden')).toBe(false);
  });
});

describe('asking a server', () => {
  const caller = { sessionId: 's', signal: soon() };

  it('gives the answer as it came, and its progress', async () => {
    const { upstream } = await start();
    const seen: unknown[] = [];
    const onProgress = (progress: unknown) => seen.push(progress);
    const params = { name: 'reports', arguments: { a: '1' } };
    expect(await upstream.request('prompts/get', params, { ...caller, onProgress })).toMatchObject({
      future: { kept: true },
    });
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  });

  it('[INV-10] gives the error as it came, secrets masked', async () => {
    const { upstream } = await start({ secret: 'hunter2-hunter2' }, { secrets: ['hunter2-hunter2'] });
    await expect(upstream.request('prompts/get', { name: 'refuses' }, caller)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('no ***'),
      data: { field: 'x', token: '***' },
    });
  });

  it('tells the server when the caller has given up, and when the time is up', async () => {
    const { upstream, received } = await start({}, { callTimeoutMs: 200 });
    const waits = (signal: AbortSignal) =>
      upstream.request('prompts/get', { name: 'waits' }, { sessionId: 's', signal });
    const cancelled = async () => (await received()).filter((message) => 'cancelled' in message).length;
    await expect(waits(soon())).rejects.toMatchObject({
      code: 'server-unavailable',
      message: expect.stringContaining('0.2 s'),
    });
    await vi.waitFor(async () => expect(await cancelled()).toBe(1), 5000);
    await expect(waits(AbortSignal.timeout(50))).rejects.toThrow();
    await vi.waitFor(async () => expect(await cancelled()).toBe(2), 5000);
  });

  it('says which server can not be asked, and why', async () => {
    const { upstream } = await start({}, { enabled: false });
    await expect(upstream.request('prompts/get', { name: 'a' }, caller)).rejects.toMatchObject({
      code: 'server-unavailable',
      message: expect.stringContaining('server srv is not running'),
      data: { server: 'srv', state: 'disabled' },
    });
  });
});

describe('watching a resource', () => {
  const subscribed = async (call: Awaited<ReturnType<typeof start>>['call']) => {
    const result = await call('subscribed');
    return JSON.parse(String(result?.content[0]?.['text'])) as string[];
  };

  it('subscribes once however many listen, and no longer than one does', async () => {
    const { upstream, call, received } = await start();
    const heard: string[] = [];
    const listen = (who: string, uri: string) =>
      upstream.watchResource(uri, ({ uri: told }) => void heard.push(`${who} ${told}`), soon());
    const [endA, endB] = await Promise.all([listen('a', 'x://1'), listen('b', 'x://1'), listen('c', 'x://2/')]);
    const touched = ['x://12', 'x://1', 'x://1/part', 'x://2', 'x://2/below', 'x://3'];
    for (const uri of touched) await call('touch', { uri });
    const due = ['a x://1', 'b x://1', 'a x://1/part', 'b x://1/part', 'c x://2/below'];
    await vi.waitFor(() => expect(heard).toEqual(due), 5000);
    endA?.();
    endA?.();
    expect(await subscribed(call)).toEqual(['x://1', 'x://2/']);
    endB?.();
    await vi.waitFor(async () => expect(await subscribed(call)).toEqual(['x://2/']), 5000);
    const asked = (await received()).filter(({ method }) => method === 'resources/subscribe');
    expect(asked).toHaveLength(2);
  });

  it('says when the server refuses, which costs no other subscription', async () => {
    const { upstream, call } = await start();
    const nobody = () => {};
    const results = await Promise.allSettled(
      ['x://1', 'x://unwatchable', 'x://2'].map((uri) => upstream.watchResource(uri, nobody, soon())),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({
      message: expect.stringContaining('never changes'),
    });
    expect(await subscribed(call)).toEqual(['x://1', 'x://2']);
    const deaf = await start({ capabilities: { resources: {} } });
    await expect(deaf.upstream.watchResource('x://1', nobody, soon())).rejects.toMatchObject({ code: -32601 });
  });

  it('subscribes again after a restart', async () => {
    const { upstream, call } = await start();
    const heard: unknown[] = [];
    await upstream.watchResource('x://1', ({ uri }) => heard.push(uri), soon());
    await call('crash');
    await vi.waitFor(async () => expect(await subscribed(call)).toEqual(['x://1']), 5000);
    await call('touch', { uri: 'x://1' });
    await vi.waitFor(() => expect(heard).toEqual(['x://1']), 5000);
  });
});
