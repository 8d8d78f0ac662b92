import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../base/call/tool-call.ts';
import { jsonResult } from '../base/call/tool-result.ts';
import type { JsonObject } from '../base/json.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../testing/open-session.ts';
import type { HookedCall, Hooks, PreCallDecision, PreCallHook } from './hook.ts';

const NAME = 'mcp__sh__run';

function open(hooks: Hooks, options: OpenSessionOptions = {}) {
  const ran: JsonObject[] = [];
  const tool: Tool = fakeTool({
    name: NAME,
    parameters: { type: 'object', properties: { command: { type: 'string' }, times: { type: 'integer' } } },
    execute: async (args) => {
      ran.push(args);
      return jsonResult({ args });
    },
  });
  return { ...openSession([tool], { hooks, ...options }), ran };
}
const hook = (name: string, run: (call: HookedCall) => unknown): PreCallHook => ({
  name,
  run: run as PreCallHook['run'],
});
const untilIdle = () => new Promise((resolve) => setImmediate(resolve));
const says = (decision: PreCallDecision) => hook(decision.action, () => decision);

describe('pre-call hooks', () => {
  it('[INV-3] see the real name, the source and where the call came through', async () => {
    const seen: HookedCall[] = [];
    const { bridged, call } = open({ pre: [hook('watch', (it) => void seen.push(it))] });
    await bridged('run', { command: 'ls' });
    await call(NAME, { command: 'ls' });
    expect(seen[0]).toMatchObject({
      callId: 'call_1',
      sessionId: 'session',
      name: NAME,
      via: 'tool_call',
      source: { label: 'sh' },
    });
    expect(seen[0]?.arguments).toEqual({ command: 'ls' });
    expect(seen[1]).toMatchObject({ name: NAME });
    expect(seen[1]).not.toHaveProperty('via');
  });

  it('[APR-08] are all asked even after one blocks, and the audit sees the final decision', async () => {
    const asked: string[] = [];
    const audited: CallOutcome[] = [];
    const { bridged, ran } = open({
      pre: [
        hook('deny', () => ({ action: 'block', message: 'not today' })),
        hook('audit', () => void asked.push('audit')),
        hook('also', () => ({ action: 'modify', arguments: { command: 'x' } })),
      ],
      post: [{ name: 'audit', run: (outcome) => void audited.push(outcome) }],
    });
    const outcome = await bridged(NAME, { command: 'rm' });
    expect(outcome).toMatchObject({ name: NAME, via: 'tool_call', status: 'refused', refusedBy: 'hook' });
    expect(JSON.parse(shown(outcome))).toMatchObject({
      error: expect.stringContaining('not today'),
      code: 'blocked-by-hook',
      hook: 'deny',
    });
    expect(asked).toEqual(['audit']);
    expect(audited).toEqual([outcome]);
    expect(ran).toEqual([]);
  });

  it('change arguments one after the other; the last word on a key counts, and each sees what it will be', async () => {
    const seen: JsonObject[] = [];
    const { call, ran } = open({
      pre: [
        hook('one', () => ({ action: 'modify', arguments: { command: 'a', times: 1 } })),
        hook('two', ({ arguments: args }) => {
          seen.push(args);
          return { action: 'modify', arguments: { command: 'b' } };
        }),
      ],
    });
    await call(NAME, { command: 'x', other: true });
    expect(seen).toEqual([{ command: 'a', times: 1, other: true }]);
    expect(ran).toEqual([{ command: 'b', times: 1, other: true }]);
  });

  it('have what they write coerced and validated like what a model sends', async () => {
    const good = open({ pre: [says({ action: 'modify', arguments: { times: '3' } })] });
    await good.call(NAME, {});
    expect(good.ran).toEqual([{ times: 3 }]);
    const bad = open({ pre: [says({ action: 'modify', arguments: { times: 'many' } })] });
    expect(await bad.call(NAME, {})).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(bad.ran).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('secret reason');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret reason'))],
    ['answers with a text', () => 'ok'],
    ['answers with a word nobody knows', () => ({ action: 'allow' })],
    ['blocks without a message', () => ({ action: 'block' })],
    ['changes without arguments', () => ({ action: 'modify', arguments: 'x' })],
    ['writes what no JSON holds', () => ({ action: 'modify', arguments: { n: 1n } })],
    [
      'changes the arguments in place',
      ({ arguments: args }: HookedCall) => {
        (args as { command?: string }).command = 'rm';
      },
    ],
  ])('[INV-5] [APR-14] block the call when one %s', async (_, run) => {
    const { call, ran } = open({ pre: [hook('odd', run)] });
    const outcome = await call(NAME, { command: 'ls' });
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'hook' });
    expect(shown(outcome)).not.toContain('secret reason');
    expect(ran).toEqual([]);
  });

  it('[INV-5] [APR-06] block the call when one is silent beyond its own limit, and wait until then', async () => {
    const clock = createFakeClock();
    const slow = (afterMs: number, timeoutMs?: number): PreCallHook => ({
      name: 'slow',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      run: () => new Promise<undefined>((resolve) => clock.schedule(afterMs, () => resolve(undefined))),
    });
    const silent = open({ pre: [slow(10_001)] }, { clock }).call(NAME, {});
    await untilIdle();
    await clock.advance(10_000);
    expect(await silent).toMatchObject({ refusedBy: 'hook' });
    const patient = open({ pre: [slow(15_000, 600_000)] }, { clock }).call(NAME, {});
    await untilIdle();
    await clock.advance(15_000);
    expect(await patient).toMatchObject({ status: 'ok' });
  });

  it('let a call through when they say nothing', async () => {
    expect(await open({ pre: [hook('a', () => undefined), hook('b', () => null)] }).call(NAME, {})).toMatchObject({
      status: 'ok',
    });
  });

  it('[INV-5] can have a person asked, and where nobody can be, that is a no', async () => {
    const ask = says({ action: 'ask', message: 'it deletes files' });
    const alone = open({ pre: [ask] });
    const outcome = await alone.call(NAME, {});
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'approval' });
    expect(shown(outcome)).toContain('it deletes files');
    const reasons: (string | undefined)[] = [];
    const approvals = { ask: async ({ reason }: { reason?: string }) => ({ allowed: reasons.push(reason) > 0 }) };
    expect(await open({ pre: [ask, ask] }, { approvals }).call(NAME, {})).toMatchObject({ status: 'ok' });
    expect(reasons).toEqual(['it deletes files\nit deletes files']);
    const block = says({ action: 'block', message: 'no' });
    expect(await open({ pre: [ask, block] }, { approvals }).call(NAME, {})).toMatchObject({ refusedBy: 'hook' });
  });

  it('are not asked about calls that never had a chance', async () => {
    const asked: string[] = [];
    const { call } = open({ pre: [hook('watch', ({ name }) => void asked.push(name))] });
    await call('nobody');
    await call(NAME, '{');
    expect(asked).toEqual([]);
  });
});

describe('post-call hooks', () => {
  it('[INV-3] are told of every outcome once, in call order, under the real name', async () => {
    const told: [string, string, JsonObject][] = [];
    const post = [
      {
        name: 'watch',
        run: ({ name, status }: CallOutcome, call: HookedCall) => void told.push([name, status, call.arguments]),
      },
    ];
    const { session } = open({ post });
    await session.dispatch([
      { id: 'a', name: 'tool_call', arguments: { calls: [{ name: 'run', arguments: { times: '2' } }] } },
      { id: 'b', name: 'tool_call', arguments: { calls: 'nope' } },
      { id: 'c', name: 'nobody' },
      { id: 'd', name: 'tool_search', arguments: { queries: ['run'] } },
    ]);
    expect(told).toEqual([
      [NAME, 'ok', { times: 2 }],
      ['tool_call', 'refused', { calls: 'nope' }],
      ['nobody', 'refused', {}],
      ['tool_search', 'ok', { queries: ['run'] }],
    ]);
  });

  it('[INV-5] harm nobody when they fail or are silent, and are warned of', async () => {
    const clock = createFakeClock();
    const told: string[] = [];
    const { call, session } = open(
      {
        post: [
          {
            name: 'throws',
            run: () => {
              throw new Error('boom');
            },
          },
          { name: 'hangs', run: () => new Promise<void>(() => {}) },
          { name: 'fine', run: () => void told.push('fine') },
        ],
      },
      { clock },
    );
    const events = session.events();
    const calling = call(NAME, {});
    await untilIdle();
    await clock.advance(10_000);
    expect(await calling).toMatchObject({ status: 'ok' });
    expect(told).toEqual(['fine']);
    await session.close();
    const warnings: string[] = [];
    for await (const event of events) if (event.type === 'warning') warnings.push(event.message);
    expect(warnings).toEqual([expect.stringContaining('"throws" failed'), expect.stringContaining('"hangs" failed')]);
  });

  it('can\u2019t change the outcome', async () => {
    const post = [
      {
        name: 'bold',
        run: (outcome: CallOutcome) => {
          (outcome as { status: string }).status = 'error';
        },
      },
    ];
    expect(await open({ post }).call(NAME, {})).toMatchObject({ status: 'ok' });
  });
});
