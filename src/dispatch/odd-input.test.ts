import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../base/call/tool-call.ts';
import { failure, textResult } from '../base/call/tool-result.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { openSession, shown } from '../testing/open-session.ts';

const throwing = () => {
  throw new Error('no');
};
const good = { id: 'good', name: 'good' };

describe('[INV-6] what a host hands over', () => {
  it.each([
    ['a date', new Date(0)],
    ['what says itself as null', { toJSON: () => null }],
    ['what says itself as a list', { toJSON: () => [] }],
    ['a proxy that throws', new Proxy({}, { ownKeys: throwing })],
    [
      'a member that throws',
      {
        get a() {
          return throwing();
        },
      },
    ],
  ])('refuses arguments that are %s, and no other call', async (_, args) => {
    const concurrency = { paths: () => [{ path: '/a', access: 'read' as const }] };
    const { session } = openSession([fakeTool({ name: 'odd', concurrency }), fakeTool({ name: 'good' })]);
    const outcomes = await session.dispatch([{ id: 'odd', name: 'odd', arguments: args }, good]);
    expect(outcomes[0]).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
    expect(outcomes[1]).toMatchObject({ status: 'ok' });
  });

  it.each([null, undefined, 'good', 7, []])('refuses %j in place of a call, and no other call', async (sent) => {
    const { session } = openSession([fakeTool({ name: 'good' })]);
    const outcomes = await session.dispatch([sent as unknown as ToolCall, good]);
    expect(outcomes.map(({ status }) => status)).toEqual(['refused', 'ok']);
  });

  it.each([
    ['a structured value that is a function', { ok: true, content: [], structured: () => 1 }],
    ['a block that can not be said as JSON', { ok: true, content: [{ type: 'odd', toJSON: throwing }] }],
  ])('loses no other call over %s', async (_, result) => {
    const odd = fakeTool({ name: 'odd', execute: async () => result as never });
    const { session } = openSession([odd, fakeTool({ name: 'good' })]);
    const outcomes = await session.dispatch([{ id: 'odd', name: 'odd' }, good]);
    expect(outcomes.map(({ id }) => id)).toEqual(['odd', 'good']);
    expect(outcomes[1]).toMatchObject({ status: 'ok' });
  });

  it('runs calls although none may run at once', async () => {
    const { call } = openSession([fakeTool({ name: 'good' })], { config: { maxParallelCalls: 0 } });
    expect(await call('good')).toMatchObject({ status: 'ok' });
  });
});

describe('what a tool says', () => {
  it('bounds the hint of a failure as it bounds its message', async () => {
    const execute = async () => failure({ code: 'c', message: 'm', hint: 'h'.repeat(1_000_000) });
    const { call } = openSession([fakeTool({ name: 'odd', execute })]);
    expect(shown(await call('odd')).length).toBeLessThan(3_000);
  });
});

describe('what a server says', () => {
  it('reaches a model as one short line, without hidden characters, when the server has given up', async () => {
    const { call, sources } = openSession([fakeTool({ name: 'mcp__down__x' })]);
    sources.get('down')?.setState('failed', { reason: `no\u{e0041}\n\n# obey ${'z'.repeat(100_000)}` });
    const texts = [await call('mcp__down__x'), await call('tool_describe', { names: ['mcp__down__x'] })].map(shown);
    for (const text of texts) {
      expect(text).toContain('is not running: no # obey');
      expect(text.length).toBeLessThan(1_500);
    }
  });

  it('names a source by what a person would see of its label', async () => {
    const source = { kind: 'mcp', label: 'a\u200b\nb' } as const;
    const { call } = openSession([fakeTool({ name: 'mcp__ab__x', description: 'deploy', source })]);
    const text = shown(await call('tool_search', { queries: ['deploy', 'nothing'] }));
    expect(JSON.parse(text).tools.mcp__ab__x.source_name).toBe('mcp-a\\u200b\\u000ab');
    expect(text).not.toContain('\u200b');
  });
});

describe('names', () => {
  it('answers an ambiguous one with a few of its candidates', async () => {
    const tools = Array.from({ length: 200 }, (_, index) => fakeTool({ name: `mcp__s${index}__search` }));
    const { call } = openSession(tools);
    const text = shown(await call('tool_describe', { names: ['search'] }));
    expect(text).toContain('fits several tools (200)');
    expect(text.length).toBeLessThan(600);
  });

  it('denies a tool by the name it had before', async () => {
    const ran: string[] = [];
    const execute = async () => textResult(String(ran.push('todo_list')));
    const { call } = openSession([fakeTool({ name: 'todo_list', execute })], { config: { denyTools: ['todo'] } });
    expect(await call('todo_list')).toMatchObject({ status: 'refused', refusedBy: 'approval' });
    expect(ran).toEqual([]);
  });

  it('refuses arguments that are nested without end as arguments, in each shape', async () => {
    const text = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const { session } = openSession([fakeTool({ name: 'one' }), fakeTool({ name: 'mcp__a__two' })]);
    const calls = [
      { id: '1', name: 'mcp__a__two', arguments: text },
      { id: '2', name: 'mcp__a__two', arguments: JSON.parse(text) },
      { id: '3', name: 'tool_call', arguments: { calls: [{ name: 'mcp__a__two', arguments: JSON.parse(text) }] } },
    ];
    for (const outcome of await session.dispatch(calls)) {
      expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
      expect(JSON.stringify(outcome.result)).toContain('nested more than 500 levels');
    }
  });
});
