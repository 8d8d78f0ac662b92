import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../base/call/tool-call.ts';
import { textResult } from '../base/call/tool-result.ts';
import type { Concurrency, PathUse, Tool } from '../registry/tool/tool.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../testing/open-session.ts';

/** Tools that take their time on a fake clock and write down who ran beside whom. */
function timed(concurrency: Record<string, Concurrency>, options: OpenSessionOptions = {}) {
  const clock = createFakeClock();
  const log: string[] = [];
  const tools = Object.entries(concurrency).map(
    ([name, how]): Tool =>
      fakeTool({
        name,
        ...(name.startsWith('mcp__') ? {} : { toolset: 'host' }),
        concurrency: how,
        execute: async ({ ms = 100, value = '' }) => {
          log.push(`+${value}`);
          await new Promise<void>((resolve) => clock.schedule(ms as number, resolve));
          log.push(`-${value}`);
          return textResult(`${value}`);
        },
      }),
  );
  const opened = openSession(tools, { clock, ...options });
  const dispatch = async (calls: readonly Omit<ToolCall, 'id'>[]) => {
    const startedAt = clock.now();
    let isDone = false;
    const running = opened.session.dispatch(calls.map((call, index) => ({ id: `c${index}`, ...call }))).finally(() => {
      isDone = true;
    });
    while (!isDone) await clock.advance(10);
    return { outcomes: await running, tookMs: clock.now() - startedAt };
  };
  return { ...opened, dispatch, log };
}
const direct = (name: string, value: string, more = {}) => ({ name, arguments: { value, ...more } });
const bridged = (name: string, value: string, more = {}) => ({
  name: 'tool_call',
  arguments: { calls: [direct(name, value, more)] },
});
const open = { mcp__open__t: 'parallel', mcp__closed__t: 'exclusive' } as const;
const isParallel = (log: readonly string[]) => log[0]?.startsWith('+') === true && log[1]?.startsWith('+') === true;

describe('calls of one batch', () => {
  it('[PAR-02] answer in call order, whoever ends first', async () => {
    const { dispatch, log } = timed(open);
    const calls = [1, 2, 3, 4, 5].map((value) => direct('mcp__open__t', `${value}`, { ms: 600 - value * 100 }));
    const { outcomes, tookMs } = await dispatch(calls);
    expect(log.slice(5)).toEqual(['-5', '-4', '-3', '-2', '-1']);
    expect(outcomes.map(shown)).toEqual(['1', '2', '3', '4', '5']);
    expect(outcomes.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    expect(tookMs).toBeLessThan(600);
  });

  it('[PAR-06] run side by side on a server that allows it, one after the other on one that does not', async () => {
    const three = (name: string) => ['a', 'b', 'c'].map((value) => direct(name, value, { ms: 2_000 }));
    expect((await timed(open).dispatch(three('mcp__open__t'))).tookMs).toBeLessThan(2_100);
    expect((await timed(open).dispatch(three('mcp__closed__t'))).tookMs).toBeGreaterThanOrEqual(6_000);
  });

  it('[TS-11.10.1] run side by side through the bridge as well', async () => {
    const { dispatch, log } = timed(open);
    await dispatch([bridged('mcp__open__t', 'a'), bridged('mcp__open__t', 'b'), direct('mcp__open__t', 'c')]);
    expect(log.slice(0, 3)).toEqual(['+a', '+b', '+c']);
  });

  it('[TS-11.10.2] gain nothing by the bridge on a server that does not allow it', async () => {
    const { dispatch, log } = timed(open);
    await dispatch([bridged('mcp__closed__t', 'a'), bridged('mcp__closed__t', 'b')]);
    expect(log).toEqual(['+a', '-a', '+b', '-b']);
  });

  it('[TS-11.10.3] search and describe side by side with others that may', async () => {
    const { dispatch, log } = timed(open);
    const search = { name: 'tool_search', arguments: { queries: ['t'] } };
    const describe_ = { name: 'tool_describe', arguments: { names: ['mcp__open__t'] } };
    const { outcomes } = await dispatch([direct('mcp__open__t', 'a'), search, describe_, direct('mcp__open__t', 'b')]);
    expect(log.slice(0, 2)).toEqual(['+a', '+b']);
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it.each([
    ['a malformed tool_call', { name: 'tool_call', arguments: { calls: 'nope' } }],
    [
      'several entries',
      { name: 'tool_call', arguments: { calls: [direct('mcp__open__t', 'x'), direct('mcp__open__t', 'y')] } },
    ],
    ['arguments that are no JSON', { name: 'mcp__open__t', arguments: '{"value":' }],
    ['an unknown tool', { name: 'nobody', arguments: {} }],
  ])('[TS-11.10.4] part at %s', async (_, malformed) => {
    const { dispatch, log } = timed(open);
    const { outcomes } = await dispatch([direct('mcp__open__t', 'a'), malformed, direct('mcp__open__t', 'b')]);
    expect(log).toEqual(['+a', '-a', '+b', '-b']);
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'refused', 'ok']);
  });

  it('[TS-11.10.6] do not run a core tool through the bridge, side by side or at all', async () => {
    const { dispatch, log } = timed({ ...open, write_file: 'parallel' });
    const { outcomes } = await dispatch([bridged('write_file', 'a'), bridged('write_file', 'b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['refused', 'refused']);
    expect(log).toEqual([]);
  });

  const files: Concurrency = {
    paths: ({ path, access }) => [{ path, access } as PathUse],
  };
  const file = (value: string, path: string, access: string) => direct('mcp__fs__file', value, { path, access });

  it('share files to read, and queue behind a writer of the same one', async () => {
    const { dispatch, log } = timed({ mcp__fs__file: files });
    await dispatch([
      file('a', '/x', 'read'),
      file('b', '/x', 'read'),
      file('c', '/x/y', 'write'),
      file('d', '/z', 'write'),
    ]);
    expect(log).toEqual(['+a', '+b', '-a', '-b', '+c', '+d', '-c', '-d']);
  });

  it('[INV-7] queue by the files they use in the end, after hooks', async () => {
    const pre = [{ name: 'redirect', run: () => ({ action: 'modify', arguments: { path: '/same' } }) as const }];
    const { dispatch, log } = timed({ mcp__fs__file: files }, { hooks: { pre } });
    await dispatch([file('a', '/x', 'write'), file('b', '/y', 'write')]);
    expect(log).toEqual(['+a', '-a', '+b', '-b']);
  });

  it('run at most as many at once as the operator allows', async () => {
    const { dispatch, log } = timed(open, { config: { maxParallelCalls: 2 } });
    await dispatch(['a', 'b', 'c'].map((value) => direct('mcp__open__t', value)));
    expect(log.indexOf('+c')).toBeGreaterThan(log.indexOf('-a'));
  });

  const anyCall = fc.oneof(
    fc
      .tuple(fc.constantFrom('mcp__open__t', 'mcp__closed__t', 'nobody', 'open'), fc.boolean())
      .map(([name, isBridged]) => (isBridged ? bridged(name, '') : direct(name, ''))),
    fc.record({ name: fc.constantFrom('tool_call', 'tool_search', 'mcp__open__t', ''), arguments: fc.anything() }),
  );

  it('[INV-3] have exactly one outcome each, in order, and one post-call event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { maxLength: 8 }), async (calls) => {
        const told: string[] = [];
        const { dispatch, log } = timed(open, {
          hooks: { post: [{ name: 'watch', run: ({ id }) => void told.push(id) }] },
        });
        const { outcomes } = await dispatch(calls);
        expect(outcomes.map(({ id }) => id)).toEqual(calls.map((_, index) => `c${index}`));
        expect(told).toEqual(outcomes.map(({ id }) => id));
        const ranHere = outcomes.filter(({ name, status }) => status !== 'refused' && name.startsWith('mcp__'));
        expect(log.filter((line) => line.startsWith('+'))).toHaveLength(ranHere.length);
      }),
      { numRuns: 40 },
    );
  });

  it('needs two to be parallel', async () => {
    const { dispatch, log } = timed(open);
    await dispatch([direct('mcp__open__t', 'a'), direct('mcp__closed__t', 'b')]);
    expect(isParallel(log)).toBe(false);
  });
});
