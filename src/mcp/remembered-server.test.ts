import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMcpLab, type McpLab, type McpSources } from '../../test/fixtures/mcp-sources.ts';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import { silentLogger } from '../base/logger.ts';
import { DEFAULT_TOOL_SEARCH } from '../disclosure/policy/config-forms.ts';
import { createPolicy } from '../disclosure/policy/policy.ts';
import { createSession } from '../dispatch/create-session.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import type { ServerConfig } from './config.ts';
import type { Manifest, ManifestStore } from './manifest/manifest.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

const log = () => lab.path('log');
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
const listed = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
const scope = { sessionId: 's', surface: 'library' } as const;
const searchFor = (own: string) => ({
  id: '1',
  name: 'tool_search',
  arguments: { queries: [own.replaceAll('_', ' ')] },
});

/** What one run leaves for the next. */
function createMemory(left?: Manifest): ManifestStore {
  let known = left;
  return {
    read: async () => known,
    write: async (_config, manifest) => {
      known = manifest;
    },
  };
}

/** What a run of this server leaves. */
async function remembered(config: ServerConfig): Promise<ManifestStore> {
  const manifests = createMemory();
  await lab.start([config], { manifests }).settled();
  await lab.stop();
  return manifests;
}

describe('the tools of a server that is remembered and sleeps', () => {
  it('[CFG-16] are without those that its entry leaves out by now, which are no match, are not described and can not be called', async () => {
    const tools = listed('get_a', 'get_secret_x', 'list_apps', 'delete_a');
    const manifests = await remembered(oddServer('odd', { tools }));
    const filter = { include: ['get_*', 'list_apps'], exclude: ['get_secret*'], override: {} };
    const entry = oddServer('odd', { tools, log: log() }, { lazy: true, tools: filter });
    const servers = lab.start([entry], { manifests });
    const { tools: shown, hidden } = await servers.settled();
    expect(shown.map(({ name, source }) => [name, source.provenance])).toEqual([
      ['mcp__odd__get_a', 'cached'],
      ['mcp__odd__list_apps', 'cached'],
    ]);
    expect(hidden).toEqual([]);
    const policy = createPolicy({ toolSearch: { ...DEFAULT_TOOL_SEARCH, related: 'off' } });
    const reference = createSession({ registry: servers.registry, scope, policy });
    for (const own of ['get_secret_x', 'delete_a']) {
      const name = `mcp__odd__${own}`;
      const [search, describe, call] = await servers.session.dispatch([
        searchFor(own),
        { id: '2', name: 'tool_describe', arguments: { names: [name] } },
        { id: '3', name, arguments: {} },
      ]);
      const left = { name, reason: expect.stringContaining('left out by mcp_servers.odd.tools.') };
      expect(search?.result.structured).toMatchObject({ results: [{ matches: [], unavailable: [left] }], tools: {} });
      expect(JSON.stringify(await reference.dispatch([searchFor(own)]))).not.toContain(name);
      expect(JSON.stringify(describe?.result)).toContain('not_found');
      expect(call).toMatchObject({ status: 'refused' });
    }
    expect(existsSync(log())).toBe(false);
  });

  it('[SCH-18] have their results checked as before: they pass, with the same one warning', async () => {
    const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const entry = (changes = {}) => oddServer('odd', { tools: [{ ...listed('sum')[0], outputSchema }] }, changes);
    const run = async ({ registry }: McpSources) => {
      const told: unknown[] = [];
      const logger = { ...silentLogger, warn: (...line: unknown[]) => void told.push(line) };
      const [outcome] = await createSession({ registry, scope, logger }).dispatch([
        { id: 'c', name: 'mcp__odd__sum', arguments: {} },
      ]);
      return { result: outcome?.result, told };
    };
    const manifests = createMemory();
    const first = lab.start([entry()], { manifests });
    await first.settled();
    const live = await run(first);
    expect(live).toMatchObject({ result: { ok: true }, told: [[expect.stringContaining('output schema'), {}]] });
    await lab.stop();
    const second = lab.start([entry({ lazy: true })], { manifests });
    expect((await second.settled()).tools).toMatchObject([{ source: { provenance: 'cached' } }]);
    expect(await run(second)).toEqual(live);
  });
});

describe('a search for the tools of a server that is remembered', () => {
  it('finds them while it starts, and says why they can not be used once it has failed', async () => {
    const manifests = await remembered(oddServer('odd', { tools: listed('get_a') }));
    const starting = lab.start([oddServer('odd', { startsWhenExists: lab.path('start') })], { manifests });
    await starting.until(({ tools }) => tools.length > 0);
    const [early] = await starting.session.dispatch([searchFor('get_a')]);
    expect(early?.result.structured).toMatchObject({ results: [{ matches: ['mcp__odd__get_a'] }] });
    await lab.stop();
    const failing = lab.start([oddServer('odd', { exitAtStart: 3 })], { manifests });
    await failing.until(({ sources }) => sources[0]?.state === 'failed');
    const [found] = await failing.session.dispatch([searchFor('get_a')]);
    const reason = expect.stringMatching(/^odd is not running: .*exited with code 3/);
    expect(found?.result.structured).toMatchObject({
      results: [{ matches: [], unavailable: [{ name: 'mcp__odd__get_a', reason }] }],
      tools: {},
    });
  });
});

describe('what is known of how a server is spoken to', () => {
  it('spares it the question in the next run', async () => {
    const manifests = await remembered(oddServer('odd', { log: log() }));
    expect(lab.received('server/discover')).toHaveLength(1);
    await lab.start([oddServer('odd', { log: log() })], { manifests }).settled();
    expect(lab.received('initialize')).toHaveLength(2);
    expect(lab.received('server/discover')).toHaveLength(1);
  });

  it('is forgotten when the server does not start that way, and the server is found again', async () => {
    const clock = createFakeClock();
    const manifests = createMemory({
      generation: { era: 'modern', transport: 'stdio', discover: { supportedVersions: ['2026-07-28'] } },
      ...{ capabilities: {}, tools: [], prompts: [], resources: [], resourceTemplates: [] },
    });
    // One that hangs at the question, and so at all that comes after it.
    const servers = lab.start([oddServer('odd', { atProbe: 'hang', log: log() })], { clock, manifests });
    const isAsked = (times: number) => soon(() => expect(lab.received('server/discover')).toHaveLength(times));
    const tries = (count: number) => soon(() => expect(servers.sources[0]?.status()).toMatchObject({ tries: count }));
    await isAsked(1);
    await clock.advance(30_000);
    await tries(1);
    await clock.advance(0);
    await isAsked(2);
    await clock.advance(1500);
    await clock.advance(30_000);
    await tries(2);
    await clock.advance(0);
    await servers.until(({ sources }) => sources[0]?.state === 'ready');
    expect(lab.received('server/discover')).toHaveLength(2);
  });
});

describe('a server that has slept for long', () => {
  it('has its callers wait through a fault at its start, as at any other', async () => {
    const clock = createFakeClock();
    let refusals = 0;
    const server = await startLoopbackServer({
      intercept: () => (refusals-- > 0 ? new Response('db down', { status: 503 }) : undefined),
    });
    onTestFinished(() => server.close());
    const web = (changes = {}) =>
      oddServer('web', {}, { endpoint: { kind: 'http', url: server.url, headers: {} }, ...changes });
    const manifests = await remembered(web());
    const servers = lab.start([web({ lazy: true })], { clock, manifests, random: () => 1 });
    await servers.settled();
    await clock.advance(3_600_000);
    refusals = 1;
    const waiting = servers.call('mcp__web__echo', { a: 1 });
    await soon(() => expect(servers.sources[0]?.status()).toMatchObject({ state: 'restarting', tries: 1 }));
    await clock.advance(1000);
    expect(await waiting).toMatchObject({ ok: true, content: [{ text: '{"a":1}' }] });
  });
});
