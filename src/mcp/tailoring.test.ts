// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of variables
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pacedServer } from '../../test/fixtures/paced-server/paced-server-config.ts';
import type { Progress } from '../base/call/call-context.ts';
import type { CallOutcome } from '../base/call/tool-call.ts';
import type { JsonObject } from '../base/json.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { createSession, type SessionOptions } from '../dispatch/create-session.ts';
import { renderResult } from '../dispatch/render-result.ts';
import type { Session } from '../dispatch/session.ts';
import { createRegistry } from '../registry/registry.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import type { ServerConfig } from './config.ts';
import { createMcpSource, type McpSource } from './mcp-source.ts';
import { asCached, toTools } from './tools/to-tool.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const open: McpSource[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.stop()));
});

/** Real servers that have started, in a registry of their own. */
async function serve(...configs: readonly ServerConfig[]) {
  const registry = createRegistry();
  const sources = configs.map((config, order) => {
    const handle = registry.open({ kind: 'mcp', label: config.label, order });
    const source = createMcpSource({ config, handle, client: { name: 'test', version: '1' } });
    open.push(source);
    source.start();
    return source;
  });
  await Promise.all(sources.map((source) => source.settled()));
  const session = (options: Partial<SessionOptions> = {}, sessionId = 's') =>
    createSession({ ...options, registry, scope: { sessionId, surface: 'library' } });
  const steer = (method: string, params: JsonObject = {}) =>
    sources[0]?.upstream.request(method, params, { sessionId: 's', signal: new AbortController().signal });
  return { registry, sources, session, steer };
}

async function call(session: Session, name: string, args: JsonObject = {}): Promise<CallOutcome> {
  const [outcome] = await session.dispatch([{ id: 'c', name, arguments: args }]);
  return outcome as CallOutcome;
}

/** A call that stays open, and what it reports. */
function hold(session: Session, signal = new AbortController().signal) {
  const waiting: (() => void)[] = [];
  const reported: Progress[] = [];
  const onProgress = (_id: string, progress: Progress) => {
    reported.push(progress);
    for (const wake of waiting.splice(0)) wake();
  };
  const outcome = session
    .dispatch([{ id: 'c', name: 'mcp__paced__hold', arguments: {} }], { signal, onProgress })
    .then(([only]) => only as CallOutcome);
  const until = async (count: number) => {
    while (reported.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { outcome, reported, until };
}

const named = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
const shown = ({ result }: CallOutcome) => renderResult(result);

describe('tools that an entry leaves out', () => {
  const tools = named('get_a', 'get_secret_x', 'list_apps', 'delete_a');
  const filter = { tools: { include: ['get_*', 'list_apps'], exclude: ['get_secret*'] } };

  it.each(['live', 'cached'])(
    '[CFG-16] are in no list, no answer of search and describe, and can not be called (%s)',
    async (path) => {
      const config = pacedServer('paced', tools, filter);
      const { registry, session, sources } = await serve(config);
      if (path === 'cached') {
        await sources[0]?.stop();
        const handle = registry.open({ kind: 'mcp', label: 'paced' });
        const made = toTools(tools, config, () => () => Promise.reject(new Error('not here')));
        handle.replace(asCached(made.tools), made.notes);
        handle.setState('ready');
      }
      const client = session();
      const snapshot = await registry.snapshot({ sessionId: 's', surface: 'library' });
      expect(snapshot.tools.map(({ name }) => name)).toEqual(['mcp__paced__get_a', 'mcp__paced__list_apps']);
      expect(snapshot.hidden).toEqual([]);
      expect(JSON.stringify(await client.expose())).not.toMatch(/secret|delete/);
      for (const own of ['get_secret_x', 'delete_a']) {
        const name = `mcp__paced__${own}`;
        const outcomes = [
          await call(client, 'tool_search', { queries: [own, name] }),
          await call(client, 'tool_describe', { names: [name] }),
        ];
        const { tools: told, results } = JSON.parse(shown(outcomes[0] as CallOutcome));
        expect(Object.keys(told)).not.toContain(name);
        for (const { matches, related = [] } of results) {
          expect(matches).toEqual([]);
          expect(related.map((each: { name: string }) => each.name)).not.toContain(name);
        }
        expect(shown(outcomes[1] as CallOutcome)).toContain(`"not_found":["${name}"]`);
        for (const outcome of [
          await call(client, name),
          await call(client, own),
          await call(client, 'tool_call', { calls: [{ name, arguments: {} }] }),
        ]) {
          expect(outcome).toMatchObject({ status: 'refused' });
        }
      }
      if (path === 'live') {
        expect(shown(await call(client, 'mcp__paced__get_a', { n: 1 }))).toBe('{"n":1}');
        expect(sources[0]?.status()).toMatchObject({ toolCount: 2, leftOut: 2 });
      }
    },
  );
});

describe('a tool that an entry shows otherwise', () => {
  const tool = {
    name: 'get_a',
    description: 'Gets zirconium.',
    inputSchema: {
      type: 'object',
      properties: { owner: { type: 'string' }, count: { type: 'integer' }, token: { type: 'string' } },
      required: ['owner', 'count'],
    },
  };
  const override = {
    get_a: { name: 'fetch-invoice', description: 'Fetches.', hide: { owner: 'acme', token: '${TOKEN}', debug: null } },
  };
  const start = () => serve(pacedServer('paced', [tool], { tools: { override } }, { TOKEN: 's3cret-token' }));

  it('is found by both names, described without what is hidden, and called under its name', async () => {
    const { session } = await start();
    const client = session();
    for (const query of ['fetch invoice', 'get a', 'mcp__paced__get_a']) {
      expect(shown(await call(client, 'tool_search', { queries: [query] }))).toContain('"fetch-invoice"');
    }
    const described = shown(await call(client, 'tool_describe', { names: ['fetch-invoice'] }));
    expect(JSON.parse(described).tools['fetch-invoice']).toEqual({
      description: 'Fetches.',
      parameters: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    });
    expect(await call(client, 'fetch-invoice', {})).toMatchObject({ refusedBy: 'arguments' });
    for (const denied of ['fetch-*', 'mcp__paced__get_a']) {
      const careful = session({ config: { denyTools: [denied] } });
      expect(await call(careful, 'fetch-invoice', { count: 1 })).toMatchObject({ refusedBy: 'approval' });
    }
  });

  it('gets what its owner sends, whatever a model sends, and the secrets of that are in no result, hook or event', async () => {
    const { session } = await start();
    const seen: unknown[] = [];
    const client = session({ hooks: { pre: [{ name: 'watch', run: (each) => void seen.push(each.arguments) }] } });
    const events = client.events();
    const args = { count: '3', owner: 'evil', debug: true, token: 'mine' };
    for (const outcome of [
      await call(client, 'fetch-invoice', args),
      await call(client, 'tool_call', { calls: [{ name: 'fetch-invoice', arguments: args }] }),
    ]) {
      expect(JSON.parse(shown(outcome))).toEqual({ count: 3, owner: 'acme', token: '***' });
    }
    await client.close();
    for await (const event of events) seen.push(event);
    expect(JSON.stringify(seen)).not.toContain('s3cret-token');
  });

  it('keeps to the order of the configuration when two are given one name, and the loser is named', async () => {
    const same = (own: string) => ({ tools: { override: { [own]: { name: 'both' } } } });
    const { registry } = await serve(
      pacedServer('first', named('a'), same('a')),
      pacedServer('second', named('b'), same('b')),
    );
    const { tools, sources } = await registry.snapshot({ sessionId: 's', surface: 'library' });
    expect(tools.map(({ name, source }) => [name, source.label])).toEqual([['both', 'first']]);
    expect(sources[1]?.dropped).toEqual([{ name: 'b', reason: expect.stringContaining('both') }]);
  });
});

describe('calls of one server at a time', () => {
  it('are as many as its entry allows, of all sessions together; the others wait in their order', async () => {
    const { session, steer } = await serve(pacedServer('paced', named('hold'), { max_parallel_calls: 2 }));
    const held = ['a', 'b', 'c'].map((sessionId) => hold(session({}, sessionId)));
    const [first, second, third] = held as [ReturnType<typeof hold>, ReturnType<typeof hold>, ReturnType<typeof hold>];
    await Promise.all([first.until(1), second.until(1)]);
    await steer('test/release');
    await third.until(1);
    await steer('test/release');
    await steer('test/release');
    for (const { outcome } of held) expect(shown(await outcome)).toBe('2');
  });

  it('that time out while they wait say so, and were not sent', async () => {
    const { session, steer } = await serve(
      pacedServer('paced', named('hold'), { max_parallel_calls: 1, call_timeout: 5 }),
    );
    const clock = createFakeClock();
    const running = hold(session());
    await running.until(1);
    const waiting = hold(session({ clock }));
    // It is waiting once a request that is not held back has gone after it.
    await steer('test/step');
    await running.until(2);
    await clock.advance(5_000);
    expect(await waiting.outcome).toMatchObject({
      result: {
        error: {
          code: 'timeout',
          message: expect.stringMatching(/within 5 s: it was still waiting for a free place at server paced/),
          hint: expect.stringContaining('did not begin'),
        },
      },
    });
    await steer('test/release');
    expect(shown(await running.outcome)).toBe('1');
    expect(waiting.reported).toEqual([]);
  });
});

describe('progress of a real server', () => {
  const limits = { call_timeout: 3, max_call_timeout: 8 };

  it('[PAR-14] extends the time of its call', async () => {
    const { session, steer } = await serve(pacedServer('paced', named('hold'), limits));
    const clock = createFakeClock();
    const held = hold(session({ clock }));
    for (let step = 1; step <= 4; step++) {
      await held.until(step);
      if (step === 4) break;
      await clock.advance(2_500);
      await steer('test/step');
    }
    expect(clock.now()).toBe(7_500);
    await steer('test/release');
    expect(await held.outcome).toMatchObject({ status: 'ok' });
  });

  it('[PAR-14] does so up to a maximum', async () => {
    const { session, steer } = await serve(pacedServer('paced', named('hold'), limits));
    const clock = createFakeClock();
    const held = hold(session({ clock }));
    for (let step = 1; step <= 4; step++) {
      await held.until(step);
      await clock.advance(2_500);
      if (step < 4) await steer('test/step');
    }
    expect(await held.outcome).toMatchObject({
      durationMs: 8_000,
      result: { error: { code: 'timeout', data: { limit: 'max_call_timeout', seconds: 8 } } },
    });
  });

  it('[PAR-14] counts only under the token of the call', async () => {
    const { session, steer } = await serve(pacedServer('paced', named('hold'), limits));
    const clock = createFakeClock();
    const held = hold(session({ clock }));
    await held.until(1);
    await clock.advance(2_000);
    // Its answer comes behind the progress, on the same pipe.
    await steer('test/step', { foreign: true });
    await clock.advance(1_000);
    expect(await held.outcome).toMatchObject({
      durationMs: 3_000,
      result: { error: { code: 'timeout', data: { limit: 'call_timeout', seconds: 3 } } },
    });
    expect(held.reported).toHaveLength(1);
  });
});

describe('a result that breaks the output schema of its tool', () => {
  const answer = {
    name: 'answer',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  };

  it.each([
    ['breaks it', { total: 'many' }],
    ['leaves it out', {}],
  ])('[SCH-18] passes with one warning when it %s, whether the definition is live or cached', async (_, args) => {
    const { registry, session } = await serve(pacedServer('paced', [answer]));
    const client = async () => {
      const told: unknown[] = [];
      const logger: Logger = { ...silentLogger, warn: (_message, data) => told.push(data) };
      const { result } = await call(session({ logger }), 'mcp__paced__answer', args);
      return { result, told };
    };
    const live = await client();
    const { tools } = await registry.snapshot({ sessionId: 's', surface: 'library' });
    const cached = createRegistry();
    const handle = cached.open({ kind: 'mcp', label: 'paced' });
    handle.replace(asCached(tools));
    handle.setState('ready');
    expect((await cached.snapshot({ sessionId: 's', surface: 'library' })).tools[0]?.source.provenance).toBe('cached');
    const told: unknown[] = [];
    const remembered = createSession({
      registry: cached,
      scope: { sessionId: 's', surface: 'library' },
      logger: { ...silentLogger, warn: (_message, data) => told.push(data) },
    });
    const { result } = await call(remembered, 'mcp__paced__answer', args);
    expect(live.result).toMatchObject({ ok: true, content: [{ type: 'text', text: 'answered' }] });
    expect(live.told).toHaveLength(1);
    expect({ result, told }).toEqual(live);
  });
});
