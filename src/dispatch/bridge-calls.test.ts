import { describe, expect, it } from 'vitest';
import { jsonResult, textResult } from '../base/call/tool-result.ts';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { readToolSearchConfig } from '../disclosure/policy/config-forms.ts';
import { createPolicy } from '../disclosure/policy/policy.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type FakeToolOptions, fakeTool } from '../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../testing/open-session.ts';

/** Answers with its name and the arguments that reached it. */
const echo = (name: string, more: Partial<FakeToolOptions> = {}): Tool =>
  fakeTool({
    name,
    ...(name.startsWith('mcp__') ? {} : { toolset: 'host' }),
    execute: async (args) => jsonResult({ ran: name, args }),
    ...more,
  });
const open = (names: readonly (string | Tool)[], options: OpenSessionOptions = {}) =>
  openSession(
    names.map((each) => (typeof each === 'string' ? echo(each) : each)),
    options,
  );
const ran = (name: string, args: JsonObject = {}) => JSON.stringify({ ran: name, args });
const withSchema = (name: string, properties: JsonObject, more: JsonObject = {}) =>
  echo(name, { parameters: { type: 'object', properties, ...more } as JsonSchema });

describe('tool_call', () => {
  it('[TS-11.7.13] [INV-3] gives the tool\u2019s own result, under its own name', async () => {
    const { bridged } = open(['mcp__kb__get']);
    const outcome = await bridged('mcp__kb__get', { id: 1 });
    expect(outcome).toMatchObject({ id: 'call_1', name: 'mcp__kb__get', via: 'tool_call', status: 'ok' });
    expect(shown(outcome)).toBe(ran('mcp__kb__get', { id: 1 }));
  });

  it('[TS-11.7.26] takes the older shape with name and arguments', async () => {
    const { call } = open(['mcp__kb__get']);
    expect(shown(await call('tool_call', { name: 'mcp__kb__get', arguments: { id: 1 } }))).toBe(
      ran('mcp__kb__get', { id: 1 }),
    );
  });

  it('[BRG-02] checks the inner arguments, not the envelope around them', async () => {
    const { call } = open([withSchema('mcp__web__open', { url: { type: 'string' } }, { required: ['url'] })]);
    const outcome = await call('tool_call', { calls: [{ name: 'mcp__web__open', arguments: { url: 'u' } }] });
    expect(shown(outcome)).toBe(ran('mcp__web__open', { url: 'u' }));
  });

  it('[TS-11.7.2] takes arguments as JSON text, and says when they are none', async () => {
    const { bridged } = open(['mcp__kb__get']);
    expect(shown(await bridged('mcp__kb__get', '{"a":1}'))).toBe(ran('mcp__kb__get', { a: 1 }));
    const broken = await bridged('mcp__kb__get', '{this is not json');
    expect(broken).toMatchObject({ name: 'tool_call', status: 'refused', refusedBy: 'bridge' });
    expect(shown(broken)).toContain('JSON');
  });

  it.each(['', '  \n', null])(
    '[TS-11.7.4] [BRG-10] runs a tool without arguments when they are %j',
    async (nothing) => {
      const { bridged, call } = open(['mcp__kb__list']);
      expect(shown(await bridged('mcp__kb__list', nothing))).toBe(ran('mcp__kb__list'));
      expect(shown(await call('mcp__kb__list', nothing))).toBe(ran('mcp__kb__list'));
    },
  );

  it('[TS-11.7.4] refuses arguments that break off', async () => {
    const { bridged } = open(['mcp__kb__get']);
    expect(shown(await bridged('mcp__kb__get', '{"todos": ['))).toContain('not valid JSON');
  });

  it.each(['tool_call', 'Tool-Call', 'ToolCall', 'tool_search'])(
    '[TS-11.7.3] refuses %s inside itself',
    async (name) => {
      const outcome = await open(['mcp__kb__get']).bridged(name, { queries: ['x'] });
      expect(outcome).toMatchObject({ name: 'tool_call', status: 'refused', refusedBy: 'bridge' });
      expect(shown(outcome)).toContain('bridge tool');
    },
  );

  it('[TS-11.7.9] runs none of several entries', async () => {
    const invoked: string[] = [];
    const noting = (name: string) => echo(name, { execute: async () => textResult(String(invoked.push(name))) });
    const { call } = open([noting('mcp__kb__get'), noting('mcp__kb__list')]);
    for (const second of ['mcp__kb__list', 'connectors__mail__send']) {
      const outcome = await call('tool_call', {
        calls: [
          { name: 'mcp__kb__get', arguments: {} },
          { name: second, arguments: {} },
        ],
      });
      expect(outcome).toMatchObject({ name: 'tool_call', status: 'refused', refusedBy: 'bridge' });
      expect(shown(outcome)).toContain('exactly one entry');
    }
    expect(invoked).toEqual([]);
  });

  it('[TS-11.7.10] ends entries of remote connectors as not available', async () => {
    const outcome = await open(['mcp__kb__get']).bridged('connectors__mail__send');
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'bridge' });
    expect(shown(outcome)).toContain('not available in this session');
  });

  it('[TS-11.7.5] [LST-14] sends the model to a tool that it sees directly', async () => {
    const { bridged, call } = open(['terminal', 'web_search', 'mcp__kb__get']);
    for (const name of ['terminal', 'web_search', 'Terminal']) {
      const outcome = await bridged(name);
      expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'bridge', via: 'tool_call' });
      expect(shown(outcome)).toContain('directly-listed tool');
      expect(shown(outcome)).toContain('call it directly');
    }
    expect(shown(await call('web_search'))).toBe(ran('web_search'));
  });

  it('[TS-11.7.14] reaches deferred tools and no visible one', async () => {
    const { session } = open(['terminal', 'mcp__helper__op']);
    const { deferred } = await session.expose();
    expect(deferred.map(({ name }) => name)).toEqual(['mcp__helper__op']);
  });

  it('says to call directly when nothing is deferred', async () => {
    const policy = createPolicy({ toolSearch: readToolSearchConfig({ enabled: 'off' }).config });
    const { bridged, call } = open(['mcp__kb__get'], { policy });
    expect(shown(await bridged('mcp__kb__get'))).toContain('call it directly');
    expect(shown(await call('mcp__kb__get'))).toBe(ran('mcp__kb__get'));
  });

  it('[BRG-22] is declared with open arguments', async () => {
    const { tools } = await open(['mcp__kb__get']).session.expose();
    expect(tools.find(({ name }) => name === 'tool_call')?.inputSchema).toMatchObject({
      properties: { calls: { items: { properties: { arguments: { type: 'object', additionalProperties: true } } } } },
    });
  });
});

describe('a name that is not exact', () => {
  it.each([
    ['[BRG-12]', 'mcp__hyphen-server__test-tool', 'mcp_hyphen_server_test_tool'],
    ['[BRG-14]', 'mcp__memory__list_memory_projects', 'list_memory_projects'],
    ['[TS-11.7.11]', 'mcp__mempalace__mempalace_search', 'mempalace_search'],
    ['[BRG-18]', 'mcp__kb__get', 'mcp__mcp__kb__get'],
    ['[BRG-18]', 'mcp__kb__get', 'mmcp__kb__get'],
  ])('%s finds %s when called %s, directly and through the bridge', async (_, name, called) => {
    const { bridged, call } = open([name, 'mcp__other__thing']);
    for (const outcome of [await bridged(called), await call(called)]) {
      expect(outcome.name).toBe(name);
      expect(shown(outcome)).toBe(ran(name));
    }
  });

  it.each([
    ['TodoTool_tool', 'todo_list'],
    ['BrowserClick_tool', 'browser_click'],
    ['PatchTool', 'patch'],
    ['WriteFileTool', 'write_file'],
  ])('[BRG-16] takes the class-like %s for %s', async (called, name) => {
    const { call } = open(['todo_list', 'browser_click', 'patch', 'write_file']);
    expect(shown(await call(called))).toBe(ran(name));
  });

  it('[BRG-14] [TS-11.7.11] names the candidates when several tools fit', async () => {
    const { bridged, call } = open(['mcp__b__list', 'mcp__a__list']);
    for (const outcome of [await bridged('list'), await call('list')]) {
      expect(outcome).toMatchObject({ name: 'list', status: 'refused', refusedBy: 'scope' });
      expect(shown(outcome)).toContain("Did you mean 'mcp__a__list' or 'mcp__b__list'?");
    }
  });

  it.each(['not_a_real_tool', 'xyzzy', '', 'constructor', '__proto__'])(
    '[TS-11.7.1] [TS-11.7.11] [BRG-16] does not know %j',
    async (name) => {
      const { bridged, call } = open(['terminal', 'mcp__kb__get']);
      const direct = await call(name);
      expect(direct).toMatchObject({ name, status: 'refused', refusedBy: 'scope' });
      for (const outcome of [direct, ...(name === '' ? [] : [await bridged(name)])]) {
        expect(shown(outcome)).toContain('not a known tool name');
        expect(shown(outcome)).toContain('tool_search');
        expect(shown(outcome)).not.toContain('call it directly');
        expect(shown(outcome)).not.toContain('<');
      }
    },
  );
});

describe('a tool the session does not have', () => {
  it('[TS-11.7.12] [TS-11.7.13] is not available, wherever it is called, and is not to be retried', async () => {
    const { bridged, call } = open(['terminal', 'mcp__kb__get', 'mcp__other__get'], { scope: { enabled: ['mcp-kb'] } });
    for (const outcome of [await bridged('terminal'), await call('terminal'), await bridged('mcp__other__get')]) {
      expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'scope' });
      expect(shown(outcome)).toContain('not available in this session');
      expect(shown(outcome)).toContain('do not retry');
      expect(shown(outcome)).not.toContain('directly-listed');
    }
    expect(shown(await bridged('mcp__kb__get'))).toBe(ran('mcp__kb__get'));
  });

  it('[TS-11.7.12] gives direct guidance where it has the tool', async () => {
    const { bridged } = open(['terminal', 'mcp__kb__get'], { scope: { enabled: ['host', 'mcp-kb'] } });
    expect(shown(await bridged('terminal'))).toContain('directly-listed');
  });

  it('says why its gate is closed, and what helps', async () => {
    const gate = {
      kind: 'permission',
      name: 'signed-in',
      check: () => ({ ok: false, reason: 'nobody is signed in', remedy: 'sign in' }),
    } as const;
    const { bridged } = open([echo('mcp__kb__get', { gate })]);
    const text = shown(await bridged('mcp__kb__get'));
    expect(text).toContain('nobody is signed in');
    expect(text).toContain('to have it: sign in');
  });

  it('says that its server has given up', async () => {
    const { bridged, sources } = open(['mcp__kb__get']);
    sources.get('kb')?.setState('failed', { reason: 'exit code 1', remedy: 'install it' });
    const text = shown(await bridged('mcp__kb__get'));
    expect(text).toContain('exit code 1');
    expect(text).toContain('install it');
  });
});

describe('a direct call', () => {
  it('[BRG-20] of a deferred tool runs, with every check', async () => {
    const seen: string[] = [];
    const tool = withSchema('mcp__automem__store_memory', { text: { type: 'string' } }, { required: ['text'] });
    const { call, session } = open([tool], {
      hooks: { pre: [{ name: 'watch', run: ({ name }) => void seen.push(name) }] },
    });
    expect((await session.expose()).deferred).toHaveLength(1);
    expect(shown(await call(tool.name, { text: 'x' }))).toBe(ran(tool.name, { text: 'x' }));
    expect(await call(tool.name, {})).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(seen).toEqual([tool.name]);
  });

  it('has its arguments read and repaired like a bridged one', async () => {
    const { call } = open(['terminal']);
    expect(shown(await call('terminal', '{"a":1}'))).toBe(ran('terminal', { a: 1 }));
    expect(shown(await call('terminal', '[1]'))).toContain('must be an object');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(await call('terminal', circle)).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(await call('tool_call', { calls: [{ name: 'a', arguments: circle }, { name: 'b' }] })).toMatchObject({
      refusedBy: 'bridge',
    });
  });
});

describe('wrapped arguments', () => {
  const shell = () => withSchema('mcp__sh__run', { command: { type: 'string' } }, { required: ['command'] });

  it('[BRG-04] loses an envelope that is repeated inside', async () => {
    for (const name of ['mcp__sh__run', 'run', 'mcp_sh_run']) {
      const outcome = await open([shell()]).bridged('mcp__sh__run', { name, arguments: { command: 'ls' } });
      expect(shown(outcome)).toBe(ran('mcp__sh__run', { command: 'ls' }));
    }
  });

  it('[BRG-04] keeps what only looks like one', async () => {
    const both = withSchema('mcp__sh__spawn', { name: { type: 'string' }, arguments: { type: 'object' } });
    const open_ = echo('mcp__sh__any');
    const { bridged } = open([both, open_]);
    const own = { name: 'mcp__sh__spawn', arguments: { q: 1 } };
    expect(shown(await bridged(both.name, own))).toBe(ran(both.name, own));
    const other = { name: 'someone_else', arguments: { q: 1 } };
    expect(shown(await bridged(open_.name, other))).toBe(ran(open_.name, other));
    const three = { name: open_.name, arguments: { q: 1 }, x: 1 };
    expect(shown(await bridged(open_.name, three))).toBe(ran(open_.name, three));
  });

  it('[BRG-06] lose nested wrappers before any hook or approval looks at them', async () => {
    const seen: JsonObject[] = [];
    const { bridged } = open([shell()], {
      hooks: { pre: [{ name: 'watch', run: ({ arguments: args }) => void seen.push(args) }] },
      approvals: { ask: async ({ arguments: args }) => ({ allowed: seen.push(args) > 0 }) },
    });
    const outcome = await bridged('mcp__sh__run', { arguments: { arguments: { arguments: { command: 'ls' } } } });
    expect(shown(outcome)).toBe(ran('mcp__sh__run', { command: 'ls' }));
    expect(seen).toEqual([{ command: 'ls' }, { command: 'ls' }]);
  });

  it('[BRG-06] are kept when the tool declares that parameter, and beyond a bounded depth', async () => {
    const declared = withSchema('mcp__sh__exec', { arguments: { type: 'object' } });
    const { bridged } = open([declared, 'mcp__sh__any']);
    expect(shown(await bridged(declared.name, { arguments: { a: 1 } }))).toBe(
      ran(declared.name, { arguments: { a: 1 } }),
    );
    const deep = Array.from({ length: 9 }).reduce<JsonObject>((inner) => ({ arguments: inner }), { a: 1 });
    expect(shown(await bridged('mcp__sh__any', deep))).toContain('"arguments"');
  });
});

describe('arguments that do not fit', () => {
  /** What a model is told, directly and through the bridge, of a call that never reaches its tool. */
  const refusal = async (tool: Tool, args: unknown) => {
    const invoked: JsonObject[] = [];
    const watched = { ...tool, execute: async (sent: JsonObject) => jsonResult({ runs: invoked.push(sent) }) };
    const { bridged, call } = open([watched]);
    const outcome = await bridged(tool.name, args);
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(shown(await call(tool.name, args))).toBe(shown(outcome));
    expect(invoked).toEqual([]);
    return JSON.parse(shown(outcome));
  };
  const runs = async (tool: Tool, args: unknown) => JSON.parse(shown(await open([tool]).bridged(tool.name, args))).args;

  it('[TS-11.7.15] name what is missing and give the parameters', async () => {
    const properties = { document_id: { type: 'string' }, text: { type: 'string' } };
    const answer = await refusal(withSchema('mcp__doc__edit', properties, { required: ['document_id'] }), {
      text: 'x',
    });
    expect(answer.error).toContain('document_id');
    expect(answer.error).toContain('not invoked');
    expect(answer).toMatchObject({
      path: 'arguments',
      constraint: 'required',
      parameters: { required: ['document_id'], properties },
    });
    expect(answer.hint).toEqual(expect.any(String));
  });

  it('[TS-11.7.16] are none when nothing is required, all is there, or more is', async () => {
    expect(await runs(withSchema('mcp__a__b', { q: { type: 'string' } }), {})).toEqual({});
    const required = withSchema('mcp__a__b', { q: { type: 'string' } }, { required: ['q'] });
    expect(await runs(required, { q: 'x' })).toEqual({ q: 'x' });
    expect(await runs(required, { q: 'x', more: 1 })).toEqual({ q: 'x', more: 1 });
  });

  it('[TS-11.7.17] name path and constraint of an enum', async () => {
    const tool = withSchema('mcp__a__b', { priority: { type: 'string', enum: ['low', 'high'] } });
    expect(await refusal(tool, { priority: 'urgent' })).toMatchObject({
      path: 'arguments.priority',
      constraint: 'enum',
    });
  });

  it.each([
    [{ options: { count: 'many' } }, 'arguments.options.count', 'type'],
    [{ options: {} }, 'arguments.options', 'required'],
    [{ options: { count: 1, odd: 1 } }, 'arguments.options', 'additionalProperties'],
  ])('[TS-11.7.18] name path and constraint inside %j', async (args, path, constraint) => {
    const options = {
      type: 'object',
      properties: { count: { type: 'integer' } },
      required: ['count'],
      additionalProperties: false,
    };
    expect(await refusal(withSchema('mcp__a__b', { options }), args)).toMatchObject({ path, constraint });
  });

  it('[TS-11.7.19] [BRG-08] are coerced where the schema says how', async () => {
    expect(await runs(withSchema('mcp__a__b', { count: { type: 'integer' } }), { count: '42' })).toEqual({ count: 42 });
    const jira = withSchema('mcp__a__b', { issue: { type: 'string' }, fields: { type: 'object' } });
    expect(await runs(jira, { issue: 'K-1', fields: '{"description":"d"}' })).toEqual({
      issue: 'K-1',
      fields: { description: 'd' },
    });
  });

  it.each([{}, '', '{}'])('[TS-11.7.20] run an object parameter given as %j', async (parameters) => {
    expect(await runs(withSchema('mcp__a__b', { parameters: { type: 'object' } }), { parameters })).toEqual({
      parameters: {},
    });
  });

  it('[TS-11.7.21] refuse a blank text for an object that requires something', async () => {
    const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    expect(await refusal(withSchema('mcp__a__b', { parameters }), { parameters: '' })).toMatchObject({
      path: 'arguments.parameters',
      constraint: 'type',
    });
  });

  it('[TS-11.7.22] take null where it is nullable', async () => {
    expect(await runs(withSchema('mcp__a__b', { q: { type: 'string', nullable: true } }), { q: null })).toEqual({
      q: null,
    });
  });

  it('[TS-11.7.23] leave literals in a schema alone', async () => {
    const literal = { nullable: true, $ref: 'literal://x' };
    expect(await runs(withSchema('mcp__a__b', { q: { enum: [literal] } }), { q: literal })).toEqual({ q: literal });
  });

  it('[TS-11.7.24] pass where the schema can\u2019t be used', async () => {
    expect(await runs(withSchema('mcp__a__b', { q: { type: 'not-a-json-schema-type' } }), { q: 1 })).toEqual({ q: 1 });
    expect(await runs(withSchema('mcp__a__b', { q: { $ref: 'https://example.test/s.json' } }), { q: 1 })).toEqual({
      q: 1,
    });
  });
});

describe('tool_search and tool_describe', () => {
  /** The reference has no related tier: its rows are proven without ours. */
  const policy = createPolicy({ toolSearch: readToolSearchConfig({ related: 'off' }).config });

  it('[TS-11.4.9] are dispatched like any tool: one outcome, its id, one post-call event', async () => {
    const seen: unknown[] = [];
    const { call } = open(['mcp__kb__get'], {
      policy,
      hooks: { post: [{ name: 'watch', run: (outcome) => void seen.push(outcome) }] },
    });
    const outcome = await call('tool_search', { queries: ['kb get'] });
    expect(outcome).toMatchObject({ id: 'call_1', name: 'tool_search', status: 'ok' });
    expect(JSON.parse(shown(outcome)).results[0].matches).toEqual(['mcp__kb__get']);
    expect(seen).toEqual([outcome]);
  });

  it('[TS-11.4.11] widen nothing: what was found elsewhere stays out of reach', async () => {
    const scope = { enabled: ['mcp-kb'] };
    const { call, session } = open(['terminal', 'mcp__kb__get', 'mcp__other__secret'], { scope, policy });
    const before = (await session.snapshot()).tools.map(({ name }) => name);
    expect(shown(await call('tool_search', { queries: ['terminal', 'other secret'] }))).not.toContain(
      '"mcp__other__secret"',
    );
    expect(shown(await call('tool_describe', { names: ['terminal', 'mcp__other__secret'] }))).not.toContain(
      '"parameters"',
    );
    expect((await session.snapshot()).tools.map(({ name }) => name)).toEqual(before);
    expect(before).toEqual(['mcp__kb__get']);
  });

  it('[TS-11.4.10] count and find what the session was granted and nothing else', async () => {
    const scoped = Array.from({ length: 12 }, (_, index) => echo(`mcp__scoped-gh__mcp_scoped_gh_${index}`));
    const scope = { enabled: ['mcp-scoped-gh'] };
    const { call, registry } = open(scoped, { scope, policy });
    registry
      .open({ kind: 'plugin', label: 'elsewhere' })
      .replace([fakeTool({ name: 'mcp_scoped_gh_plugin', source: { kind: 'plugin', label: 'elsewhere' } })]);
    const text = shown(await call('tool_search', { queries: ['mcp_scoped_gh'], limit: 25 }));
    const found = JSON.parse(text);
    expect(found.total_available).toBe(12);
    expect(found.results[0].matches).toEqual(scoped.map(({ name }) => name));
    expect(Object.keys(found.tools)).toEqual(found.results[0].matches);
    expect(text).not.toContain('plugin');
  });

  it('wait for a server that is starting, at most two seconds', async () => {
    const clock = createFakeClock();
    const { call, registry } = open(['mcp__kb__get'], { clock });
    const late = registry.open({ kind: 'mcp', label: 'late' });
    const searched = { done: false };
    const search = async () => {
      searched.done = false;
      const outcome = await call('tool_search', { queries: ['deploy'] });
      searched.done = true;
      return JSON.parse(shown(outcome)).results[0];
    };
    const inVain = search();
    await clock.advance(1_999);
    expect(searched.done).toBe(false);
    await clock.advance(1);
    expect(await inVain).toMatchObject({ matches: [], available_sources: [{ name: 'kb' }, { name: 'late' }] });
    const inTime = search();
    await clock.advance(1_000);
    expect(searched.done).toBe(false);
    late.replace([echo('mcp__late__deploy')]);
    late.setState('ready');
    expect(await inTime).toMatchObject({ matches: ['mcp__late__deploy'] });
  });

  it('take the argument forms they know, whatever their schema says', async () => {
    const { call } = open(['mcp__kb__get']);
    expect(JSON.parse(shown(await call('tool_search', { queries: 'kb get', limit: 'many' }))).queries).toEqual([
      'kb get',
    ]);
    expect(await call('tool_search', {})).toMatchObject({
      status: 'error',
      result: { error: { code: 'invalid-arguments' } },
    });
    expect(await call('ToolSearch', { queries: ['kb'] })).toMatchObject({ name: 'tool_search', status: 'ok' });
  });
});
