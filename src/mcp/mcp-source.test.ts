import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMcpLab, type McpLab, stateOf } from '../../test/fixtures/mcp-sources.ts';
import { oddEndpoint, oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import type { Progress } from '../base/call/call-context.ts';
import type { JsonObject } from '../base/json.ts';
import { silentLogger } from '../base/logger.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { readServerEntries } from './entries/server-entries.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const scope = { sessionId: 'session', surface: 'library' };

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

const start: McpLab['start'] = (...args) => lab.start(...args);
const log = () => lab.path('log');
const requests = (method: string) => lab.received(method);

describe('a server that behaves', () => {
  it('is ready with its tools, which run', async () => {
    const { settled, call, sources } = start([oddServer('odd')]);
    const { tools, sources: rows } = await settled();
    expect(rows).toMatchObject([{ label: 'odd', kind: 'mcp', state: 'ready', dropped: [], warnings: [] }]);
    expect(tools[0]).toMatchObject({
      name: 'mcp__odd__echo',
      toolset: 'mcp-odd',
      source: { toolName: 'echo', provenance: 'live' },
    });
    expect(await call('mcp__odd__echo', { a: 1 })).toEqual({ ok: true, content: [{ type: 'text', text: '{"a":1}' }] });
    expect(sources[0]?.status()).toMatchObject({
      label: 'odd',
      transport: 'stdio',
      state: 'ready',
      serverInfo: { name: 'odd' },
    });
  });

  it('[TRN-02] offers the tools of every page, which are found, described and called', async () => {
    const tools = Array.from({ length: 101 }, (_, index) => ({
      name: `tool_${index}`,
      description: index === 77 ? 'Polishes zirconium widgets.' : `Does thing number ${index}.`,
      inputSchema: { type: 'object', properties: { size: { type: 'number' } } },
    }));
    const { settled, session } = start([oddServer('big', { tools, pageSize: 50, log: log() })]);
    expect((await settled()).tools).toHaveLength(101);
    expect(requests('tools/list')).toHaveLength(3);
    const outcomes = await session.dispatch([
      { id: '1', name: 'tool_search', arguments: { queries: ['zirconium widgets'] } },
      { id: '2', name: 'tool_describe', arguments: { names: ['mcp__big__tool_77'] } },
      { id: '3', name: 'tool_call', arguments: { calls: [{ name: 'mcp__big__tool_77', arguments: { size: 4 } }] } },
    ]);
    expect(JSON.stringify(outcomes[0]?.result)).toContain('mcp__big__tool_77');
    expect(JSON.stringify(outcomes[1]?.result)).toContain('size');
    expect(outcomes[2]).toMatchObject({ status: 'ok', result: { content: [{ type: 'text', text: '{"size":4}' }] } });
  });

  it.each(['', ' \n', null, undefined, '{}'])(
    '[BRG-10] gets an empty object when a model sends %j as arguments, directly or through the bridge',
    async (nothing) => {
      const tools = [{ name: 'ping', inputSchema: {} }];
      const { settled, session } = start([oddServer('odd', { tools, log: log() })]);
      await settled();
      const outcomes = await session.dispatch([
        { id: '1', name: 'mcp__odd__ping', arguments: nothing },
        { id: '2', name: 'tool_call', arguments: { calls: [{ name: 'mcp__odd__ping', arguments: nothing }] } },
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok']);
      expect(requests('tools/call').map(({ params }) => params?.['arguments'])).toEqual([{}, {}]);
    },
  );

  it('passes every kind of block and every unknown field on', async () => {
    const { settled, call } = start([oddServer('odd')]);
    await settled();
    expect(await call('mcp__odd__blocks')).toEqual({
      ok: true,
      content: [
        { type: 'text', text: 'first', annotations: { priority: 1 } },
        { type: 'hologram', depth: 3, nested: { kept: true } },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'text', text: 'a bare text' },
      ],
      structured: { answer: 42 },
      meta: { 'example.org/trace': 'abc' },
      extra: { futureField: [1, 2, 3] },
    });
  });

  it('gives its failures, refusals and malformed answers as values', async () => {
    const { settled, call } = start([oddServer('odd')]);
    await settled();
    expect(await call('mcp__odd__fails')).toMatchObject({
      ok: false,
      error: { code: 'tool-error', message: 'no such file\nlook elsewhere' },
    });
    expect(await call('mcp__odd__refuses')).toMatchObject({
      ok: false,
      error: { code: 'invalid-arguments', data: { rpc_data: { field: 'x' } } },
    });
    expect(await call('mcp__odd__malformed')).toMatchObject({ ok: false, error: { code: 'server-error' } });
  });

  it('has its progress passed on, even when it comes together with the answer', async () => {
    const { settled, call } = start([oddServer('odd')]);
    await settled();
    const reported: Progress[] = [];
    const context = fakeCallContext({ progress: (progress) => reported.push(progress) });
    expect(await call('mcp__odd__progress', {}, context)).toMatchObject({ ok: true });
    expect(reported).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
  });

  it('is told when a call is cancelled', async () => {
    const { settled, call } = start([oddServer('odd', { log: log() })]);
    await settled();
    const stop = new AbortController();
    const running = call('mcp__odd__slow', { ms: 60_000 }, fakeCallContext({ signal: stop.signal }));
    await call('mcp__odd__echo');
    stop.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await call('mcp__odd__echo');
    const [slow] = requests('tools/call');
    expect(requests('notifications/cancelled')).toMatchObject([{ params: { requestId: slow?.id } }]);
  });

  it('[PAR-06] runs the calls of one batch side by side where it is said to stand that, else one by one', async () => {
    const configs = [oddServer('on', {}, { parallelCalls: true }), oddServer('off')];
    const { settled, session } = start(configs);
    await settled();
    const batch = (label: string, ms: number) =>
      [1, 2, 3].map((id) => ({ id: String(id), name: `mcp__${label}__together`, arguments: { count: 3, ms, id } }));
    const seen = async (calls: ReturnType<typeof batch>) =>
      (await session.dispatch(calls)).map(({ result }) => result.content[0]?.['text']);
    expect(await seen(batch('on', 4000))).toEqual(['3', '3', '3']);
    expect(await seen(batch('off', 50))).toEqual(['1', '1', '1']);
  });

  it('ends calls that run, and takes its tools out, when it is stopped', async () => {
    const { settled, call, sources, registry } = start([oddServer('odd')]);
    await settled();
    const running = call('mcp__odd__slow', { ms: 60_000 });
    await call('mcp__odd__echo');
    await sources[0]?.stop();
    expect(await running).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await registry.snapshot(scope)).toMatchObject({ tools: [], sources: [] });
  });
});

describe('odd definitions', () => {
  const withTools = (label: string, tools: readonly JsonObject[]) => oddServer(label, { tools, log: log() });

  it('is stopped in the middle of a new list without a word', async () => {
    const said: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void said.push(message) };
    const { settled, call, sources } = start([oddServer('odd', { listed: 'once', log: log() })], { logger });
    await settled();
    await call('mcp__odd__add-tool', { name: 'extra' });
    await vi.waitFor(() => expect(requests('tools/list')).toHaveLength(2), 10_000);
    await sources[0]?.stop();
    expect(said).toEqual([]);
  });

  it('[SCH-20] a tool with spaces in its name is usable, and called by its own name', async () => {
    const { settled, call } = start([
      withTools('smb', [{ name: 'Create CIFS Share', inputSchema: { type: 'object' } }]),
    ]);
    const { tools } = await settled();
    expect(await call(tools[0]?.name ?? '', { a: 1 })).toMatchObject({ ok: true });
    expect(requests('tools/call')).toMatchObject([{ params: { name: 'Create CIFS Share' } }]);
  });

  it('[SEC-02] invisible characters are taken out of texts, with a warning in the row of the server that names the tool', async () => {
    const description = 'Adds\u200b two\u{e0041}\u{e0042} numbers\u202e.';
    const { settled } = start([withTools('calc', [{ name: 'add', description, inputSchema: { type: 'object' } }])]);
    const { tools, sources } = await settled();
    expect(tools[0]?.description).toBe('Adds two numbers.');
    expect(sources).toMatchObject([{ label: 'calc', warnings: [expect.stringMatching(/add.*hidden/)] }]);
  });

  it('[SEC-16] names with invisible characters are published in plain ASCII, shown escaped, and taken for no other', async () => {
    const names = ['delete\u202eelif', 'a\u2028b', 'read\u200b_file', 'read_file'];
    const tools = names.map((name) => ({ name, description: 'x\u200b', inputSchema: { type: 'object' } }));
    const { settled, call } = start([withTools('odd', tools)]);
    const snapshot = await settled();
    expect(snapshot.tools).toHaveLength(4);
    for (const { name } of snapshot.tools) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(new Set(snapshot.tools.map(({ name }) => name)).size).toBe(4);
    const shown = snapshot.sources[0]?.warnings.join('\n') ?? '';
    for (const escaped of ['delete\\u202eelif', 'a\\u2028b', 'read\\u200b_file']) expect(shown).toContain(escaped);
    for (const { name } of snapshot.tools) await call(name);
    expect(requests('tools/call').map(({ params }) => params?.['name'])).toEqual(names);
  });

  it('[SEC-14] tools of one name on two servers are both there, under stable names', async () => {
    const tools = [{ name: 'search', inputSchema: { type: 'object' } }];
    const { settled } = start([withTools('a', tools), withTools('b', tools)]);
    expect((await settled()).tools.map(({ name }) => name)).toEqual(['mcp__a__search', 'mcp__b__search']);
  });

  it('[SCH-06] [SCH-08] [SCH-14] schemas that point into themselves, or speak an old draft, load, stay and are enforced', async () => {
    const node = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } } };
    const schemas = {
      tree: { type: 'object', properties: { root: { $ref: '#/$defs/node' } }, $defs: { node } },
      loop: { type: 'object', properties: { x: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } },
      old: {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'urn:x',
        type: 'object',
        properties: { f: { minimum: 0, exclusiveMinimum: true }, id: { type: 'string' } },
      },
    };
    const tools = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema }));
    const { settled, session } = start([withTools('odd', tools)]);
    expect((await settled()).sources).toMatchObject([{ state: 'ready', dropped: [] }]);
    const names = tools.map(({ name }) => `mcp__odd__${name}`);
    const [described] = await session.dispatch([{ id: 'd', name: 'tool_describe', arguments: { names } }]);
    const told = described?.result.structured as { readonly tools: Record<string, { readonly parameters: unknown }> };
    expect(names.map((name) => told.tools[name]?.parameters)).toEqual(Object.values(schemas));
    const status = async (name: string, args: JsonObject) =>
      (await session.dispatch([{ id: name, name: `mcp__odd__${name}`, arguments: args }]))[0]?.status;
    expect(await status('tree', { root: { kids: [{ kids: [] }] } })).toBe('ok');
    expect(await status('tree', { root: { kids: [{ kids: 'none' }] } })).toBe('refused');
    expect(await status('loop', { x: 1 })).toBe('ok');
    expect(await status('old', { f: 1, id: 'a' })).toBe('ok');
    expect(await status('old', { f: 0 })).toBe('refused');
    expect(await status('old', { id: 7 })).toBe('refused');
  });

  it('[SCH-24] null hints poison nothing', async () => {
    const { settled } = start([
      withTools('odd', [
        { name: 'a', annotations: { readOnlyHint: null, title: null }, inputSchema: { type: 'object' } },
        { name: 'b', annotations: null, inputSchema: { type: 'object' } },
      ]),
    ]);
    const { tools, sources } = await settled();
    expect(tools).toHaveLength(2);
    expect(sources).toMatchObject([{ dropped: [], warnings: [] }]);
  });

  it('[SCH-16] an answer without structured content passes, although there is an output schema', async () => {
    const { settled, call } = start([
      withTools('odd', [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } }]),
    ]);
    await settled();
    expect(await call('mcp__odd__a')).toEqual({ ok: true, content: [{ type: 'text', text: '{}' }] });
  });

  it('what can not be used is dropped by name, in the row of the server, and the rest works', async () => {
    const tools = [
      null,
      { name: 7 },
      { name: 'dup', inputSchema: { type: 'object' } },
      { name: 'dup', description: 'again', inputSchema: { type: 'object' } },
    ];
    const { settled } = start([oddServer('odd', { tools })]);
    const { tools: usable, sources } = await settled();
    expect(usable.map(({ name }) => name)).toEqual(['mcp__odd__dup']);
    expect(sources[0]?.dropped.map(({ name }) => name)).toEqual(['entry 1', 'entry 2', 'dup']);
  });

  it('a list that repeats itself ends, and the row says so', async () => {
    const { settled } = start([oddServer('odd', { pageSize: 4, repeatCursor: true })]);
    const { sources } = await settled();
    expect(sources).toMatchObject([{ state: 'ready', warnings: [expect.stringContaining('repeats itself')] }]);
  });
});

describe('a list that changes', () => {
  it('[TRN-20] a new tool is found within seconds; a removed one is gone, and a call to it says so', async () => {
    const { settled, call, until, session } = start([oddServer('odd')]);
    const { tools } = await settled();
    await call('mcp__odd__add-tool', { name: 'zirconium_polisher' });
    const grown = await until((snapshot) => snapshot.tools.length === tools.length + 1);
    const [search] = await session.dispatch([
      { id: '1', name: 'tool_search', arguments: { queries: ['zirconium polisher'] } },
    ]);
    expect(JSON.stringify(search?.result)).toContain('mcp__odd__zirconium_polisher');
    // Unchanged tools keep their definition, and what is remembered on it.
    expect(grown.tools[0]).toBe(tools[0]);

    await call('mcp__odd__remove-tool', { name: 'zirconium_polisher' });
    await until((snapshot) => snapshot.tools.length === tools.length);
    const [gone] = await session.dispatch([{ id: '2', name: 'mcp__odd__zirconium_polisher', arguments: {} }]);
    expect(gone).toMatchObject({ status: expect.stringMatching(/error|refused/), result: { ok: false } });
  });

  it('[TRN-18] a server that says so after every list is asked seldom, and nothing changes for others', async () => {
    const clock = createFakeClock();
    const { settled, call, registry } = start([oddServer('odd', { storm: true, log: log() })], { clock });
    await settled();
    const { generation } = registry;
    for (let second = 0; second < 164; second++) {
      await clock.advance(1000);
      // Answered after whatever the server still had to say.
      await call('mcp__odd__echo');
    }
    expect(requests('tools/list').length).toBeGreaterThan(5);
    expect(requests('tools/list').length).toBeLessThan(25);
    expect(registry.generation).toBe(generation);
  });
});

describe('a server that does not start', () => {
  it('[TRN-16] costs only itself: servers start side by side', async () => {
    const go = lab.path('go');
    const { until, settled } = start([
      oddServer('slow', { startsWhenExists: go }),
      oddServer('broken', { exitAtStart: 1 }),
      oddServer('fast'),
    ]);
    const early = await until((snapshot) => stateOf(snapshot, 'fast') === 'ready');
    expect(stateOf(early, 'slow')).toBe('starting');
    writeFileSync(go, '');
    const late = await settled();
    expect(late.sources.map(({ state }) => state)).toEqual(['ready', 'failed', 'ready']);
  });

  it.each(['auto' as const, '2025' as const])(
    '[TRN-08] is given up after two tries when it exits at once, with its exit code and what it said: protocol %s',
    async (protocol) => {
      const stderr = 'Traceback\nModuleNotFoundError: No module named requests\n';
      const entry = oddServer('broken', { exitAtStart: 1, stderr, log: log() }, { protocol });
      const { sources } = await start([entry]).settled();
      expect(sources).toMatchObject([
        {
          state: 'failed',
          reason: expect.stringMatching(/exited with code 1.*ModuleNotFoundError/),
          remedy: expect.any(String),
        },
      ]);
      expect(sources[0]).not.toHaveProperty('isRetried');
      expect(lab.started()).toHaveLength(2);
    },
  );

  it('is given up at once when its program is not there', async () => {
    const endpoint = { kind: 'stdio', command: '/no/such/program', args: [], env: {} } as const;
    const { settled, sources } = start([oddServer('gone', {}, { endpoint })]);
    const snapshot = await settled();
    expect(snapshot.sources).toMatchObject([{ state: 'failed', reason: expect.stringContaining('/no/such/program') }]);
    expect(sources[0]?.status()).toMatchObject({ state: 'failed', remedy: expect.stringContaining('install') });
  });

  it.each([
    ['does not answer', { deaf: true }],
    ['never lists its tools', { listed: 'never' as const }],
  ])('has failed after its start limit when it %s, and is tried on', async (_what, behaviour) => {
    const { settled, sources } = start([oddServer('mute', { ...behaviour, log: log() }, { startTimeoutMs: 400 })]);
    expect((await settled()).sources).toMatchObject([
      { state: 'failed', reason: 'not ready within 0.4 s', isRetried: true },
    ]);
    await vi.waitFor(() => expect(sources[0]?.status()).toMatchObject({ tries: 2 }), 10_000);
  });

  it('is given up at once when it speaks a protocol of another time', async () => {
    const { settled } = start([oddServer('old', { protocolVersion: '1999-01-01' })]);
    expect((await settled()).sources).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('1999-01-01') },
    ]);
  });

  it('[CFG-06] is not even tried when its entry can not be used, and costs only itself', async () => {
    const endpoint = { kind: 'misconfigured', reason: 'needs UNSET_TOKEN', remedy: 'set it' } as const;
    const { settled } = start([oddServer('first', {}, { endpoint }), oddServer('second')]);
    expect((await settled()).sources).toMatchObject([
      { label: 'first', state: 'failed', reason: 'needs UNSET_TOKEN', remedy: 'set it' },
      { label: 'second', state: 'ready' },
    ]);
  });

  it('is left alone when it is switched off', async () => {
    const { settled } = start([oddServer('off', { log: log() }, { enabled: false })]);
    expect((await settled()).sources).toMatchObject([{ state: 'disabled' }]);
    expect(() => lab.logged()).toThrow();
  });

  it('can be stopped while it starts', async () => {
    const { sources, settled } = start([oddServer('slow', { startsWhenExists: lab.path('never') })]);
    await sources[0]?.stop();
    await settled();
  });

  it('does not give its secrets away in what it says of a refused call', async () => {
    const { settled, call } = start([oddServer('odd', {}, { secrets: ['hunter2', 'a number'] })]);
    await settled();
    expect(await call('mcp__odd__refuses')).toMatchObject({
      error: { message: 'x must be ***', data: { rpc_data: { field: 'x', given: '***' } } },
    });
  });

  it('does not give away what a variable filled in, wherever that stands in its entry', async () => {
    const entry = {
      command: process.execPath,
      args: [
        '-e',
        'console.error("boom", process.argv[1], process.argv[2]); process.exit(3)',
        `\${SECVAR}`,
        'ghp_a1b2c3d4',
      ],
    };
    const { servers } = readServerEntries({ crash: entry }, { SECVAR: 'SECRETVAR1' });
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void lines.push(line) };
    const crash = start(servers, { logger });
    const { sources } = await crash.settled();
    expect(lines.length).toBeGreaterThan(0);
    expect(sources[0]?.reason).toBe('exited with code 3, saying: boom *** ***');
    const told = JSON.stringify([sources, crash.sources[0]?.status(), lines]);
    expect(told).not.toContain('SECRETVAR1');
    expect(told).not.toContain('a1b2c3d4');
  });

  it('does not give its secrets away when it repeats them', async () => {
    const endpoint = {
      ...oddEndpoint({ exitAtStart: 1, stderr: 'bad key sk-1234\u200b5678' }),
      env: { API_KEY: 'sk-12345678' },
    };
    const { settled, sources } = start([oddServer('leaky', {}, { endpoint })]);
    const snapshot = await settled();
    expect(snapshot.sources[0]?.reason).toContain('bad key ***');
    expect(JSON.stringify([snapshot, sources[0]?.status()])).not.toContain('sk-12345678');
  });
});

describe('a server that crashes', () => {
  it('is restarted; meanwhile its tools stay, marked cached, in the same bytes, and a call waits for it', async () => {
    const { settled, call, until, session } = start([oddServer('odd', { log: log() })]);
    const before = await settled();
    const search = async () => {
      const [outcome] = await session.dispatch([
        { id: 's', name: 'tool_search', arguments: { queries: ['echo', 'x'] } },
      ]);
      return JSON.stringify(outcome?.result);
    };
    const [shownBefore, foundBefore] = [await session.expose(), await search()];
    const crash = call('mcp__odd__crash');
    const during = await until(
      (snapshot) => stateOf(snapshot, 'odd') === 'restarting' && snapshot.tools[0]?.source.provenance === 'cached',
    );
    expect(during.tools.map(({ name }) => name)).toEqual(before.tools.map(({ name }) => name));
    // What a model has in its cache stays good.
    expect((await session.expose()).fingerprint).toBe(shownBefore.fingerprint);
    expect(await search()).toBe(foundBefore);
    const waiting = call('mcp__odd__echo', { b: 2 });
    expect(await crash).toMatchObject({
      ok: false,
      error: { code: 'server-unavailable', hint: expect.stringContaining('may have taken effect') },
    });
    expect(await waiting).toMatchObject({ ok: true });
    const after = await until((snapshot) => stateOf(snapshot, 'odd') === 'ready');
    expect(after.tools.map(({ source }) => source.provenance)).toEqual(before.tools.map(() => 'live'));
    expect(lab.started()).toHaveLength(2);
  });

  it('fails no call that it never got, though a child of its program has yet to be ended', async () => {
    const { settled, call } = start([oddServer('odd', { grandchild: true })]);
    await settled();
    const crash = call('mcp__odd__crash');
    const next = async () => {
      await crash;
      return call('mcp__odd__echo', { b: 2 });
    };
    const [crashed, ...others] = await Promise.all([crash, next(), next()]);
    expect(crashed).toMatchObject({ ok: false });
    expect(others).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('is restarted when it stays but reads nothing more', async () => {
    const { settled, call, until } = start([oddServer('odd', { log: log() })]);
    await settled();
    await call('mcp__odd__hang-up');
    expect(await call('mcp__odd__echo')).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    await until((snapshot) => stateOf(snapshot, 'odd') === 'ready');
    expect(await call('mcp__odd__echo')).toMatchObject({ ok: true });
  });

  it('is restarted when it stays but closed its output, and its callers do not wait for their limit', async () => {
    const { settled, call } = start([oddServer('odd')]);
    await settled();
    expect(await call('mcp__odd__fall-silent')).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await call('mcp__odd__echo', { b: 2 })).toMatchObject({ ok: true });
  });

  it('is given up when it does not come back: its tools are hidden with the reason, and a call says why', async () => {
    const broken = lab.path('broken');
    const { settled, call, until, session } = start([oddServer('odd', { exitIfExists: broken })]);
    const { tools } = await settled();
    writeFileSync(broken, '');
    await call('mcp__odd__crash');
    const snapshot = await until((it) => stateOf(it, 'odd') === 'failed');
    expect(snapshot.tools).toEqual([]);
    expect(snapshot.hidden).toHaveLength(tools.length);
    expect(snapshot.hidden[0]).toMatchObject({ by: 'source', reason: expect.stringContaining('exited with code 1') });
    expect(await tools[0]?.execute({}, fakeCallContext())).toMatchObject({
      ok: false,
      error: { code: 'server-unavailable', retryable: false },
    });
    expect(await session.dispatch([{ id: '1', name: 'mcp__odd__echo' }])).toMatchObject([{ result: { ok: false } }]);
  });
});
