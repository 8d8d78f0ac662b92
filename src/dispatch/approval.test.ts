import { describe, expect, it } from 'vitest';
import { jsonResult } from '../base/call/tool-result.ts';
import { sha256Hex } from '../base/hash.ts';
import type { JsonObject } from '../base/json.ts';
import { stableJson } from '../base/stable-json.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../testing/open-session.ts';
import type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from './approval-channel.ts';
import type { SessionEvent } from './events.ts';

function open(options: OpenSessionOptions, more: readonly Tool[] = []) {
  const ran: JsonObject[] = [];
  const execute: Tool['execute'] = async (args) => {
    ran.push(args);
    return jsonResult({ args });
  };
  const tools = [
    fakeTool({ name: 'mcp__sh__run', execute, concurrency: 'parallel' }),
    fakeTool({ name: 'mcp__sh__list', execute }),
    fakeTool({ name: 'terminal', toolset: 'host', execute }),
    ...more,
  ];
  return { ...openSession(tools, options), ran };
}
const answering = (answer: (request: ApprovalRequest) => unknown): ApprovalChannel => ({
  ask: async (request) => answer(request) as ApprovalAnswer,
});

describe('approvals.deny_tools', () => {
  it('is applied to the real name, whatever the call was named and however it came', async () => {
    const { bridged, call, ran } = open({ config: { denyTools: ['mcp__sh__r*'] } });
    for (const outcome of [await call('mcp__sh__run'), await call('RUN'), await bridged('mcp_sh_run')]) {
      expect(outcome).toMatchObject({ name: 'mcp__sh__run', status: 'refused', refusedBy: 'approval' });
      expect(shown(outcome)).toContain('denied by the operator');
    }
    expect(ran).toEqual([]);
    expect(await call('mcp__sh__list')).toMatchObject({ status: 'ok' });
  });

  it('is applied to the name before it was shortened as well', async () => {
    const name = 'mcp__long__shortened_0123abcd';
    const { call } = open({ config: { denyTools: ['mcp__long__delete every*'] } }, [
      fakeTool({ name, source: { kind: 'mcp', label: 'long', toolName: 'delete everything there is' } }),
    ]);
    expect(await call(name)).toMatchObject({ refusedBy: 'approval' });
  });

  it('comes before anybody is asked', async () => {
    const asked: string[] = [];
    const approvals = answering(({ name }) => ({ allowed: asked.push(name) > 0 }));
    const { call } = open({ config: { denyTools: ['terminal'] }, approvals });
    await call('terminal');
    await call('mcp__sh__list');
    expect(asked).toEqual(['mcp__sh__list']);
  });

  it('[INV-5] refuses every call when it could not be read', async () => {
    const { call, ran } = open({ config: { denyTools: 'all' } });
    for (const name of ['terminal', 'mcp__sh__run', 'tool_search']) {
      expect(await call(name, { queries: ['x'] })).toMatchObject({ status: 'refused', refusedBy: 'approval' });
    }
    expect(ran).toEqual([]);
  });
});

describe('an approval channel', () => {
  it('is asked about exactly the arguments that run, under the real name', async () => {
    const asked: ApprovalRequest[] = [];
    const { bridged, ran } = open({
      approvals: answering((request) => ({ allowed: asked.push(request) > 0 })),
      hooks: { pre: [{ name: 'change', run: () => ({ action: 'modify', arguments: { command: 'ls -l' } }) }] },
    });
    await bridged('run', { command: 'ls' });
    expect(asked[0]).toMatchObject({ callId: 'call_1', sessionId: 'session', name: 'mcp__sh__run', via: 'tool_call' });
    expect(asked[0]?.arguments).toEqual({ command: 'ls -l' });
    expect(asked[0]?.digest).toBe(sha256Hex(stableJson({ command: 'ls -l' })));
    expect(ran).toEqual([{ command: 'ls -l' }]);
  });

  it('can\u2019t be outwitted by changing the arguments while it thinks', async () => {
    const args = { command: 'ls' };
    const { call, ran } = open({
      approvals: answering((request) => {
        args.command = 'rm';
        expect(() => Object.assign(request.arguments, { command: 'rm' })).toThrow(TypeError);
        return { allowed: true };
      }),
    });
    await call('terminal', args);
    expect(ran).toEqual([{ command: 'ls' }]);
  });

  it.each([
    ['says no', () => ({ allowed: false })],
    ['says nothing', () => undefined],
    ['gives an empty text', () => ''],
    ['gives a text that looks like a yes', () => 'yes'],
    ['says yes in another form', () => ({ allowed: 'true' })],
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
  ])('[INV-5] [APR-16] does not let a call run when it %s', async (_, answer) => {
    const { call, ran } = open({ approvals: answering(answer) });
    const outcome = await call('terminal');
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'approval' });
    expect(JSON.parse(shown(outcome)).code).toBe('not-approved');
    expect(ran).toEqual([]);
  });

  it('[INV-5] [APR-16] does not let a call run when it is silent too long', async () => {
    const clock = createFakeClock();
    const approvals = { ask: () => new Promise<ApprovalAnswer>(() => {}) };
    const { call } = open({ approvals, clock, config: { approvalTimeoutMs: 5_000 } });
    const calling = call('terminal');
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(5_000);
    expect(await calling).toMatchObject({ status: 'refused', refusedBy: 'approval' });
  });

  it('tells the model the reason it gives', async () => {
    const { call } = open({ approvals: answering(() => ({ allowed: false, reason: 'not on a Friday' })) });
    expect(shown(await call('terminal'))).toContain('not on a Friday');
  });

  it('[APR-10] is asked one question at a time, and each answer reaches its own call', async () => {
    let open_ = 0;
    let most = 0;
    const approvals = answering(async ({ arguments: args }) => {
      most = Math.max(most, ++open_);
      await Promise.resolve();
      open_--;
      return { allowed: args['ok'] === true };
    });
    const { session } = open({ approvals });
    const batch = (id: string) =>
      [true, false, true].map((ok, index) => ({ id: `${id}${index}`, name: 'mcp__sh__run', arguments: { ok } }));
    const [first, second] = await Promise.all([session.dispatch(batch('a')), session.dispatch(batch('b'))]);
    for (const outcomes of [first, second])
      expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'refused', 'ok']);
    expect(most).toBe(1);
  });

  it('stops waiting, and asking, when the call is cancelled', async () => {
    const asked: string[] = [];
    const approvals = {
      ask: ({ callId }: ApprovalRequest) => new Promise<ApprovalAnswer>(() => void asked.push(callId)),
    };
    const { session } = open({ approvals });
    const controller = new AbortController();
    const call = (id: string) => session.dispatch([{ id, name: 'terminal' }], { signal: controller.signal });
    const both = [call('a'), call('b')];
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    for (const [outcome] of await Promise.all(both))
      expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'cancelled' });
    expect(asked).toEqual(['a']);
  });

  it('shows its questions and answers in the session\u2019s events', async () => {
    const { call, session } = open({ approvals: answering(() => ({ allowed: true, reason: 'fine' })) });
    const events = session.events();
    await call('terminal', { a: 1 });
    await session.close();
    const seen: SessionEvent[] = [];
    for await (const event of events) seen.push(event);
    expect(seen).toMatchObject([
      { type: 'approval-request', callId: 'call_1', name: 'terminal', arguments: { a: 1 }, digest: expect.any(String) },
      { type: 'approval-answer', callId: 'call_1', name: 'terminal', allowed: true, reason: 'fine' },
      { type: 'tool-call', phase: 'start' },
      { type: 'tool-call', phase: 'end' },
    ]);
  });
});
