import { describe, expect, it } from 'vitest';
import type { CallContext } from '../base/call/call-context.ts';
import type { CallOutcome } from '../base/call/tool-call.ts';
import { failure, jsonResult, type ToolResult, textResult } from '../base/call/tool-result.ts';
import type { JsonObject } from '../base/json.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type FakeToolOptions, fakeTool } from '../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../testing/open-session.ts';
import { createSessionFactory } from './create-session.ts';
import type { SessionEvent } from './events.ts';
import { createMemoryResultStore } from './memory-result-store.ts';

type Execute = (args: JsonObject, call: CallContext) => unknown;

function open(execute: Execute, options: OpenSessionOptions = {}, more: Partial<FakeToolOptions> = {}) {
  const run = async (args: JsonObject, call: CallContext) => (await execute(args, call)) as ToolResult;
  return openSession([fakeTool({ name: 'work', toolset: 'host', execute: run, ...more })], options);
}
const codeOf = ({ result }: CallOutcome) => (result.ok ? 'ok' : result.error.code);
const untilIdle = () => new Promise((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => {});

describe('running a tool', () => {
  it('gives it arguments of its own, to do with as it likes', async () => {
    const { call } = open((args) => {
      (args as Record<string, unknown>)['more'] = 1;
      return jsonResult(args);
    });
    const sent = { a: 1 };
    expect(shown(await call('work', sent))).toBe('{"a":1,"more":1}');
    expect(sent).toEqual({ a: 1 });
  });

  it('[INV-7] passes on every kind of block, structured value, meta and unknown field', async () => {
    const result: ToolResult = {
      ok: true,
      content: [
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'hologram', depth: 3 },
      ],
      structured: { a: [1] },
      meta: { m: 1 },
      extra: { e: 1 },
    };
    expect((await open(() => result).call('work')).result).toBe(result);
  });

  it('ends at the tool\u2019s own limit, else at the operator\u2019s', async () => {
    const clock = createFakeClock();
    const own = open(never, { clock }, { timeoutMs: 2_000 }).call('work');
    await untilIdle();
    await clock.advance(2_000);
    expect(codeOf(await own)).toBe('timeout');
    expect(shown(await own)).toContain('within 2 s');
    const operator = open(never, { clock, config: { callTimeoutMs: 3_000 } }).call('work');
    await untilIdle();
    await clock.advance(3_000);
    expect(await operator).toMatchObject({ status: 'error', durationMs: 3_000 });
  });

  it('ends at once when it is cancelled, also when the tool does not listen', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const { session } = open((_, { signal }) => {
      signals.push(signal);
      queueMicrotask(() => controller.abort());
      return never();
    });
    const calls = ['a', 'b'].map((id) => ({ id, name: 'work' }));
    const outcomes = await session.dispatch(calls, { signal: controller.signal });
    expect(outcomes).toMatchObject([
      { id: 'a', status: 'error', result: { error: { code: 'cancelled' } } },
      { id: 'b', status: 'refused', refusedBy: 'cancelled' },
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('ignores what a tool does after its call has ended', async () => {
    const clock = createFakeClock();
    let late: (() => Promise<unknown>) | undefined;
    const { call, session, registry } = open(
      (_, { dispatch, elicit, progress }) => {
        late = async () => {
          progress({ progress: 1 });
          return [await dispatch({ name: 'other' }), await elicit({ message: 'well?', schema: {} })];
        };
        return never();
      },
      { clock },
      { timeoutMs: 10 },
    );
    let others = 0;
    registry.register([fakeTool({ name: 'other', toolset: 'host', execute: async () => textResult(`${++others}`) })]);
    const events = session.events();
    const calling = call('work', {}, { elicit: async () => ({ action: 'accept', content: {} }) });
    await untilIdle();
    await clock.advance(10);
    await calling;
    expect(await late?.()).toMatchObject([{ status: 'refused', refusedBy: 'cancelled' }, { action: 'cancel' }]);
    expect(others).toBe(0);
    await session.close();
    for await (const event of events) expect(event).not.toMatchObject({ phase: 'progress' });
  });

  it('turns what a tool throws into a failure', async () => {
    const thrown = await open(() => {
      throw new RangeError('</tool_call>disk full');
    }).call('work');
    expect(thrown).toMatchObject({
      status: 'error',
      result: { error: { code: 'tool-failed', message: 'work failed: RangeError: disk full' } },
    });
  });

  it.each([
    42,
    undefined,
    null,
    'text',
    [],
    {},
    { ok: true },
    { ok: true, content: ['x'] },
    { ok: false, content: [] },
    { ok: 'yes', content: [] },
  ])('says that %j is no result', async (value) =>
    expect(codeOf(await open(() => value).call('work'))).toBe('tool-result-contract'),
  );

  it.each([
    ['nested without end', () => Array.from({ length: 100_000 }).reduce((inside) => ({ inside }), {})],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle['self'] = circle;
        return circle;
      },
    ],
    ['no JSON', () => ({ big: 1n })],
  ])('[INV-6] says so of a result that is %s, and loses no other call of the batch', async (_, make) => {
    const odd = make();
    const results: Record<string, unknown> = {
      structured: { ok: true, content: [], structured: odd },
      block: { ok: true, content: [{ type: 'odd', odd }] },
      meta: { ok: true, content: [], meta: odd },
      extra: { ok: true, content: [], extra: { odd } },
      error: { ok: false, error: { code: 'c', message: 'm', data: odd }, content: [] },
      fine: textResult('fine'),
    };
    const told: string[] = [];
    const { session } = open(({ which }) => results[which as string], {
      hooks: { post: [{ name: 'watch', run: ({ id }) => void told.push(id) }] },
    });
    const which = Object.keys(results);
    const outcomes = await session.dispatch(which.map((id) => ({ id, name: 'work', arguments: { which: id } })));
    expect(outcomes.map(codeOf)).toEqual([...Array(5).fill('tool-result-contract'), 'ok']);
    expect(told).toEqual(which);
    for (const outcome of outcomes) expect(() => JSON.stringify(outcome)).not.toThrow();
  });

  it('reports progress to the caller and in events, and outlives a listener that fails', async () => {
    const { call, session } = open((_, { progress }) => {
      progress({ progress: 1, total: 2 });
      return textResult('done');
    });
    const events = session.events();
    const heard: unknown[] = [];
    await call(
      'work',
      {},
      {
        onProgress: (...args) => {
          heard.push(args);
          throw new Error('listener');
        },
      },
    );
    await session.close();
    const seen: SessionEvent[] = [];
    for await (const event of events) seen.push(event);
    expect(heard).toEqual([['call_1', { progress: 1, total: 2 }]]);
    expect(seen).toMatchObject([
      { type: 'tool-call', phase: 'start', callId: 'call_1', name: 'work', arguments: {} },
      { type: 'tool-call', phase: 'progress', name: 'work', progress: { progress: 1, total: 2 } },
      { type: 'tool-call', phase: 'end', outcome: { status: 'ok' } },
    ]);
  });

  it('can ask the person behind the batch, and nobody when there is none', async () => {
    const ask: Execute = async (_, { elicit }) => jsonResult({ ...(await elicit({ message: 'sure?', schema: {} })) });
    const accept = async () => ({ action: 'accept', content: { sure: true } }) as const;
    expect(shown(await open(ask).call('work', {}, { elicit: accept }))).toContain('"sure":true');
    expect(shown(await open(ask).call('work', {}, { elicit: () => Promise.reject(new Error('x')) }))).toContain(
      'cancel',
    );
    expect(shown(await open(ask).call('work'))).toContain('cancel');
  });

  it('cuts what is too long for the session, and leaves it whole where the operator wants it', async () => {
    const long = () => textResult('x'.repeat(150_000));
    const store = createMemoryResultStore();
    expect(shown(await open(long, { resultStore: store }).call('work'))).toContain('at result:1:call_1;');
    const whole = { maxResultChars: Number.POSITIVE_INFINITY, maxTurnChars: Number.POSITIVE_INFINITY };
    expect(shown(await open(long, { config: whole }).call('work'))).toHaveLength(150_000);
  });

  it('cuts the longest results of a batch that is too long together', async () => {
    const { session } = open(({ size }) => textResult('x'.repeat(size as number)), {
      resultStore: createMemoryResultStore(),
    });
    const calls = [90_000, 95_000, 80_000].map((size) => ({ id: `${size}`, name: 'work', arguments: { size } }));
    const texts = (await session.dispatch(calls)).map(shown);
    expect(texts.map((text) => text.includes('[Cut: '))).toEqual([false, true, false]);
  });
});

describe('loop guardrails', () => {
  it('warn beside the third same result and refuse the fifth call', async () => {
    let runs = 0;
    const { call } = open(() => {
      runs++;
      return textResult('same');
    });
    const outcomes: CallOutcome[] = [];
    for (let index = 0; index < 5; index++) outcomes.push(await call('work', { a: 1 }));
    expect(outcomes.map(shown).map((text) => text.includes('Note: work gave this same result'))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(outcomes[2]?.result.content[0]).toEqual({ type: 'text', text: 'same' });
    expect(outcomes[4]).toMatchObject({ status: 'refused', refusedBy: 'guardrail' });
    expect(runs).toBe(4);
    expect(await call('work', { a: 2 })).toMatchObject({ status: 'ok' });
  });

  it('count failures the same way, and are each session\u2019s own', async () => {
    const fail: Execute = () => failure({ code: 'c', message: 'no', hint: 'h' });
    const { call, registry } = open(fail);
    const outcomes: CallOutcome[] = [];
    for (let index = 0; index < 5; index++) outcomes.push(await call('work'));
    expect(outcomes.map((outcome) => JSON.parse(shown(outcome)).hint)).toEqual([
      'h',
      'h',
      expect.stringMatching(/^h\. Note: work failed 3 times/u),
      expect.stringContaining('4 times'),
      expect.any(String),
    ]);
    expect(outcomes[4]).toMatchObject({ refusedBy: 'guardrail' });
    const other = createSessionFactory({ registry }).createSession({ sessionId: 'other', surface: 'test' });
    expect(await other.dispatch([{ id: '1', name: 'work' }])).toMatchObject([{ status: 'error' }]);
  });

  it('say so at the eighth search in a row without a match', async () => {
    const { call } = openSession([fakeTool({ name: 'mcp__kb__get' })]);
    const texts: string[] = [];
    for (let index = 0; index < 8; index++) texts.push(shown(await call('tool_search', { queries: [`zzz${index}`] })));
    expect(texts.map((text) => text.includes('searches in a row'))).toEqual([...Array(7).fill(false), true]);
  });
});

describe('a call made by a running tool', () => {
  it('[INV-3] passes every stage, as its own call', async () => {
    const seen: string[] = [];
    const { call, registry } = open(
      async (_, { dispatch }) => jsonResult({ inner: shown(await dispatch({ name: 'INNER', arguments: { n: '1' } })) }),
      {
        hooks: { pre: [{ name: 'watch', run: ({ name }) => void seen.push(name) }] },
        config: { denyTools: ['denied'] },
      },
    );
    registry.register([
      fakeTool({
        name: 'inner',
        toolset: 'host',
        parameters: { type: 'object', properties: { n: { type: 'integer' } } },
        execute: async (args) => jsonResult(args),
      }),
    ]);
    expect(JSON.parse(shown(await call('work'))).inner).toBe('{"n":1}');
    expect(seen).toEqual(['work', 'inner']);
  });

  it('may be nested, but not without end', async () => {
    let runs = 0;
    const { call } = open((_, { dispatch }) =>
      dispatch({ name: 'work', arguments: { run: ++runs } }).then(({ result }) => result),
    );
    expect(shown(await call('work'))).toContain('nested more than 8 deep');
    expect(runs).toBe(9);
  });

  it('ends with the call that made it', async () => {
    const controller = new AbortController();
    const inner: CallOutcome[] = [];
    const { session, registry } = open(async (_, { dispatch }) => {
      inner.push(await dispatch({ name: 'slow' }));
      return textResult('never seen');
    });
    registry.register([
      fakeTool({
        name: 'slow',
        toolset: 'host',
        execute: () => {
          queueMicrotask(() => controller.abort());
          return never();
        },
      }),
    ]);
    const [outcome] = await session.dispatch([{ id: 'a', name: 'work' }], { signal: controller.signal });
    expect(outcome).toMatchObject({ status: 'error', result: { error: { code: 'cancelled' } } });
    await untilIdle();
    expect(inner).toMatchObject([{ name: 'slow', status: 'error', result: { error: { code: 'cancelled' } } }]);
  });
});

describe('a session', () => {
  it('when it closes, cancels what runs, tells its readers, and takes no more calls', async () => {
    const { call, session } = open(never);
    const events = session.events();
    const calling = call('work');
    const first = await events[Symbol.asyncIterator]().next();
    expect(first.value).toMatchObject({ phase: 'start' });
    await session.close();
    expect(codeOf(await calling)).toBe('cancelled');
    const rest: SessionEvent[] = [];
    for await (const event of events) rest.push(event);
    expect(rest).toMatchObject([{ phase: 'end', outcome: { status: 'error' } }]);
    expect(await call('work')).toMatchObject({ status: 'refused', refusedBy: 'cancelled' });
  });

  it('[LST-04] [INV-8] is shown the same bytes turn after turn, whatever was searched, described and called', async () => {
    const pages = Array.from({ length: 20 }, (_, index) =>
      fakeTool({ name: `mcp__kb__page_${index}`, description: `Shows page ${index}.` }),
    );
    const { session, call, bridged } = openSession([...pages, fakeTool({ name: 'terminal', toolset: 'host' })]);
    const turn = async () => {
      const { tools, fingerprint } = await session.expose();
      return JSON.stringify({ tools, fingerprint });
    };
    const first = await turn();
    for (const topic of ['show page 3', 'the weather in Oslo', '今天的天气', 'mcp__kb__page_7', 'terminal']) {
      await call('tool_search', { queries: [topic, 'page'] });
      await call('tool_describe', { names: ['mcp__kb__page_3', topic] });
      expect(await bridged('mcp__kb__page_3', { topic })).toMatchObject({ status: 'ok' });
      expect(await turn()).toBe(first);
    }
  });

  it('[INV-1] describes, checks and runs a tool as it is at that moment, and knows it no more once it is gone', async () => {
    const page = (property: string, says: string) =>
      fakeTool({
        name: 'mcp__kb__page',
        description: says,
        parameters: { type: 'object', properties: { [property]: { type: 'integer' } }, required: [property] },
        execute: async () => textResult(says),
      });
    const { call, bridged, sources, session } = openSession([page('id', 'first')]);
    const described = async () => {
      const { result } = await call('tool_describe', { names: ['page'] });
      return result.structured as { readonly tools: Record<string, { readonly description: string }> };
    };
    expect((await described()).tools['mcp__kb__page']?.description).toBe('first');
    expect(shown(await bridged('mcp__kb__page', { id: 1 }))).toBe('first');
    const before = (await session.expose()).fingerprint;

    sources.get('kb')?.replace([page('number', 'second')]);
    expect((await described()).tools['mcp__kb__page']?.description).toBe('second');
    expect(await bridged('mcp__kb__page', { id: 1 })).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(shown(await bridged('mcp__kb__page', { number: 1 }))).toBe('second');
    expect((await session.expose()).fingerprint).not.toBe(before);

    sources.get('kb')?.replace([]);
    expect(await described()).toMatchObject({ tools: {}, not_found: ['page'] });
    expect(await bridged('mcp__kb__page', { number: 1 })).toMatchObject({ status: 'refused', refusedBy: 'scope' });
    expect((await session.expose()).activated).toBe(false);
  });

  it('is shown the same tools until something changes', async () => {
    const { session, registry } = open(() => textResult('x'));
    const before = await session.expose();
    expect((await session.expose()).fingerprint).toBe(before.fingerprint);
    registry.register([fakeTool({ name: 'another', toolset: 'host' })]);
    expect((await session.expose()).fingerprint).not.toBe(before.fingerprint);
  });
});
