import { describe, expect, it } from 'vitest';
import { textResult } from '../base/call/tool-result.ts';
import type { JsonObject } from '../base/json.ts';
import { silentLogger } from '../base/logger.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { createRegistry } from './registry.ts';
import type { Scope } from './scope.ts';
import type { Tool, ToolDefinition } from './tool/tool.ts';

const SCOPE: Scope = { sessionId: 's', surface: 'test' };

const names = (tools: readonly Tool[]) => tools.map((tool) => tool.name);

describe('createRegistry', () => {
  it('[INV-1] shows an added, changed or removed tool at the next snapshot', async () => {
    const registry = createRegistry();
    const source = registry.open({ kind: 'mcp', label: 'a' });
    source.replace([fakeTool({ name: 'mcp__a__one', description: 'first' })]);
    expect(names((await registry.snapshot(SCOPE)).tools)).toEqual(['mcp__a__one']);
    source.replace([fakeTool({ name: 'mcp__a__one', description: 'second' }), fakeTool({ name: 'mcp__a__two' })]);
    const { tools } = await registry.snapshot(SCOPE);
    expect(tools.map((tool) => tool.description)).toEqual(['second', '']);
    source.close();
    expect((await registry.snapshot(SCOPE)).tools).toEqual([]);
  });

  it('freezes definitions to the bottom and leaves the caller its own object', async () => {
    const registry = createRegistry();
    const parameters = { type: 'object', properties: { a: { type: 'string' } } };
    registry.register([{ ...fakeTool({ name: 'one' }), inputSchema: parameters }]);
    const tool = (await registry.snapshot(SCOPE)).tools[0] as ToolDefinition;
    expect(Object.isFrozen((tool.inputSchema as typeof parameters).properties.a)).toBe(true);
    expect(Object.isFrozen(parameters)).toBe(false);
  });

  it('keeps definition and array when a source lists the same tools again', async () => {
    const registry = createRegistry();
    const source = registry.open({ kind: 'mcp', label: 'a' });
    const one = fakeTool({ name: 'mcp__a__one' });
    const two = fakeTool({ name: 'mcp__a__two' });
    source.replace([one, two]);
    const before = (await registry.snapshot(SCOPE)).groups[0]?.definitions;
    source.replace([{ ...one }, { ...two }]);
    expect((await registry.snapshot(SCOPE)).groups[0]?.definitions).toBe(before);
    source.replace([one, { ...two, description: 'new' }]);
    const after = (await registry.snapshot(SCOPE)).groups[0]?.definitions;
    expect(after).not.toBe(before);
    expect(after?.[0]).toBe(before?.[0]);
  });

  it('orders sources by configuration, whichever arrives first', async () => {
    const registry = createRegistry();
    const second = registry.open({ kind: 'mcp', label: 'b', order: 1 });
    const first = registry.open({ kind: 'mcp', label: 'a', order: 0 });
    second.replace([fakeTool({ name: 'mcp__b__t' })]);
    registry.register([fakeTool({ name: 'hosted' })]);
    first.replace([fakeTool({ name: 'mcp__a__z' }), fakeTool({ name: 'mcp__a__a' })]);
    expect(names((await registry.snapshot(SCOPE)).tools)).toEqual(['hosted', 'mcp__a__z', 'mcp__a__a', 'mcp__b__t']);
  });

  it('[SEC-14] keeps the first configured owner of a name and reports the other, whoever came first', async () => {
    const registry = createRegistry();
    const late = registry.open({ kind: 'plugin', label: 'late', order: 1 });
    expect(late.replace([fakeTool({ name: 'same' })]).registered).toEqual(['same']);
    const early = registry.open({ kind: 'plugin', label: 'early', order: 0 });
    early.replace([fakeTool({ name: 'same', description: 'the one' })]);
    const { tools, sources } = await registry.snapshot(SCOPE);
    expect(tools.map((tool) => tool.description)).toEqual(['the one']);
    expect(sources.find(({ label }) => label === 'late')?.dropped).toEqual([
      { name: 'same', reason: expect.stringContaining('plugin "early"') },
    ]);
  });

  it('moves a source to another place, and its names with it', async () => {
    const registry = createRegistry();
    const [a, b] = ['a', 'b'].map((label, order) => registry.open({ kind: 'mcp', label, order }));
    a?.replace([fakeTool({ name: 'same', source: { kind: 'mcp', label: 'a', toolName: 'same' } })]);
    b?.replace([fakeTool({ name: 'same', source: { kind: 'mcp', label: 'b', toolName: 'same' } })]);
    const holder = async () => (await registry.snapshot(SCOPE)).tools.map(({ source }) => source.label);
    expect(await holder()).toEqual(['a']);
    a?.reorder(2);
    expect(await holder()).toEqual(['b']);
    expect((await registry.snapshot(SCOPE)).sources.map(({ label }) => label)).toEqual(['b', 'a']);
    a?.reorder(0);
    expect(await holder()).toEqual(['a']);
    a?.close();
    a?.reorder(5);
    expect(await holder()).toEqual(['b']);
  });

  it('lets a source override only with leave, and reports what it replaced', async () => {
    const registry = createRegistry();
    registry.open({ kind: 'builtin', label: 'core' }).replace([fakeTool({ name: 'patch', description: 'ours' })]);
    const tool = fakeTool({ name: 'patch', description: 'theirs' });
    const plain = registry.open({ kind: 'plugin', label: 'plain' }).replace([tool]);
    expect(plain).toEqual({ registered: [], dropped: [{ name: 'patch', reason: expect.stringContaining('leave') }] });
    registry.open({ kind: 'plugin', label: 'trusted', mayOverride: true }).replace([tool]);
    const { tools, sources } = await registry.snapshot(SCOPE);
    expect(tools.map(({ description }) => description)).toEqual(['theirs']);
    expect(sources[0]?.dropped[0]?.reason).toContain('replaced by plugin "trusted"');
  });

  it('holds a tool once that its source lists twice', async () => {
    const registry = createRegistry();
    const tool = fakeTool({ name: 'mcp__a__t' });
    const result = registry.open({ kind: 'mcp', label: 'a' }).replace([tool, tool]);
    expect(result.registered).toEqual(['mcp__a__t']);
    expect(result.dropped).toHaveLength(1);
    expect((await registry.snapshot(SCOPE)).tools).toHaveLength(1);
  });

  it('[INV-6] drops what can not be used by name, never throws for it, and says so in the source\u2019s row', async () => {
    const odd = [
      null,
      7,
      {},
      { name: 'no space' },
      { ...fakeTool({ name: 'ok' }), execute: 1 },
      fakeTool({ name: 'tool_call' }),
    ];
    const registry = createRegistry();
    const result = registry.register([...(odd as Tool[]), fakeTool({ name: 'good' })]);
    expect(result.registered).toEqual(['good']);
    expect(result.dropped.map(({ reason }) => reason)).toHaveLength(odd.length);
    expect(result.dropped.every(({ name, reason }) => name !== '' && reason !== '')).toBe(true);
    expect((await registry.snapshot(SCOPE)).sources).toMatchObject([{ label: 'host', dropped: result.dropped }]);
  });

  it('[INV-6] leaves out the fields of a server\u2019s entry that no list could carry, by name, and keeps the tool', async () => {
    const deep = Array.from({ length: 100_000 }).reduce<object>((inside) => ({ inside }), {});
    const wire = { name: 't', icons: [deep], inputSchema: deep, future: { kept: 1 }, _meta: deep } as JsonObject;
    const registry = createRegistry();
    const source = registry.open({ kind: 'mcp', label: 'a' });
    for (let time = 0; time < 2; time++) source.replace([fakeTool({ name: 'mcp__a__t', wire })]);
    const { tools, sources } = await registry.snapshot(SCOPE);
    expect(tools[0]?.wire).toEqual({ name: 't', future: { kept: 1 } });
    expect(sources[0]?.warnings).toEqual([
      expect.stringMatching(/^t: .*"icons".*nested/),
      expect.stringMatching(/^t: .*"_meta".*nested/),
    ]);
  });

  it('adds a host’s later tools to its earlier ones, and replaces by name', async () => {
    const registry = createRegistry();
    registry.register([fakeTool({ name: 'one' }), fakeTool({ name: 'two' })]);
    registry.register([fakeTool({ name: 'two', description: 'new' }), fakeTool({ name: 'three' })]);
    const { tools } = await registry.snapshot(SCOPE);
    expect(tools.map(({ name, description }) => name + description)).toEqual(['one', 'twonew', 'three']);
  });

  it('resolves a dynamic description at each snapshot, and keeps the definition while the text stays', async () => {
    const registry = createRegistry();
    let limit = 3;
    registry.register([{ ...fakeTool({ name: 'one' }), description: () => `at most ${limit}` }]);
    const first = (await registry.snapshot(SCOPE)).groups[0]?.definitions;
    expect(first?.[0]?.description).toBe('at most 3');
    expect((await registry.snapshot(SCOPE)).groups[0]?.definitions).toBe(first);
    limit = 4;
    expect((await registry.snapshot(SCOPE)).tools[0]?.description).toBe('at most 4');
  });

  it('hides the tools of a source that has given up, with reason and remedy, and keeps those of one restarting', async () => {
    const registry = createRegistry();
    const source = registry.open({ kind: 'mcp', label: 'a' });
    source.replace([fakeTool({ name: 'mcp__a__t' })]);
    source.setState('restarting', { reason: 'it crashed' });
    expect((await registry.snapshot(SCOPE)).tools).toHaveLength(1);
    source.setState('failed', { reason: 'exit code 1', remedy: 'install it' });
    const { tools, hidden } = await registry.snapshot(SCOPE);
    expect(tools).toEqual([]);
    expect(hidden[0]).toMatchObject({ by: 'source', reason: 'a is not running: exit code 1', remedy: 'install it' });
  });

  it('says when no source is starting any more', async () => {
    const registry = createRegistry();
    const source = registry.open({ kind: 'mcp', label: 'a' });
    const settled = registry.settled(new AbortController().signal).then(() => 'settled');
    expect(await Promise.race([settled, Promise.resolve('waiting')])).toBe('waiting');
    source.setState('ready');
    expect(await settled).toBe('settled');
    const aborted = AbortSignal.abort();
    registry.open({ kind: 'mcp', label: 'b' });
    await expect(registry.settled(aborted)).resolves.toBeUndefined();
  });

  it('counts a generation for each change, and tells subscribers until they leave', () => {
    const registry = createRegistry();
    const seen: number[] = [];
    const leave = registry.subscribe(() => seen.push(registry.generation));
    const source = registry.open({ kind: 'mcp', label: 'a' });
    source.setState('ready');
    leave();
    source.close();
    expect(seen).toEqual([1, 2]);
    expect(registry.generation).toBe(3);
  });

  it('[INV-6] keeps a subscriber that throws from the source and from other subscribers', () => {
    const said: string[] = [];
    const registry = createRegistry({ logger: { ...silentLogger, error: (message) => said.push(message) } });
    registry.subscribe(() => {
      throw new Error('broken');
    });
    registry.subscribe(() => said.push('told'));
    registry.open({ kind: 'mcp', label: 'a' });
    expect(said).toEqual([expect.stringContaining('subscriber'), 'told']);
  });
});

describe('find', () => {
  it('asks the gate of that one tool and no other', async () => {
    const registry = createRegistry();
    const asked: string[] = [];
    const gate = (name: string) => ({ kind: 'permission' as const, name, check: () => asked.push(name) > 0 });
    registry.register([fakeTool({ name: 'one', gate: gate('g1') }), fakeTool({ name: 'two', gate: gate('g2') })]);
    const found = await registry.find(SCOPE, 'two');
    expect(found?.hidden).toBeUndefined();
    expect(asked).toEqual(['g2']);
    expect(await registry.find(SCOPE, 'three')).toBeUndefined();
  });

  it('[INV-4] finds a tool outside the scope only as hidden', async () => {
    const registry = createRegistry();
    registry.register([{ ...fakeTool({ name: 'one' }), toolset: 'left', execute: async () => textResult('x') }]);
    const found = await registry.find({ ...SCOPE, enabled: ['right'] }, 'one');
    expect(found?.hidden).toMatchObject({ by: 'toolset' });
    expect(registry.namesInScope({ ...SCOPE, enabled: ['right'] })).toEqual([]);
  });
});
