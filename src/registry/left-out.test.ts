import { describe, expect, it } from 'vitest';
import { fakeTool } from '../testing/fake-tool.ts';
import { createRegistry } from './registry.ts';
import type { Scope } from './scope.ts';
import type { LeftOutTool } from './source.ts';

const SCOPE: Scope = { sessionId: 's', surface: 'test' };
const why = { reason: 'left out by a.exclude', remedy: 'change a.exclude' };
const leave = (own: string, description = ''): LeftOutTool => ({
  tool: fakeTool({ name: `mcp__kb__${own}`, description, execute: run }),
  ...why,
});
const run = async () => ({ ok: true as const, content: [] });

function open(...leftOut: LeftOutTool[]) {
  const registry = createRegistry({ toolsets: [{ name: 'picked', tools: ['mcp__kb__get'] }] });
  const handle = registry.open({ kind: 'mcp', label: 'kb' });
  handle.replace([fakeTool({ name: 'mcp__kb__list' })], { leftOut });
  handle.setState('ready');
  const leftOutFor = async (scope: Partial<Scope> = {}) => (await registry.snapshot({ ...SCOPE, ...scope })).leftOut;
  return { registry, handle, leftOutFor };
}

describe('what the configuration leaves out', () => {
  it('is told apart from what is registered, with its reason, and is not there to be found or called', async () => {
    const { registry, leftOutFor } = open(leave('get', 'Gets\u200b.'));
    expect(await leftOutFor()).toEqual([
      {
        definitions: [expect.objectContaining({ name: 'mcp__kb__get', description: 'Gets.' })],
        hidden: [{ tool: expect.objectContaining({ name: 'mcp__kb__get' }), by: 'config', ...why }],
      },
    ]);
    const { tools, hidden, groups, sources } = await registry.snapshot(SCOPE);
    expect([tools.length, hidden, groups[0]?.definitions.length, sources[0]?.toolCount]).toEqual([1, [], 1, 1]);
    expect(registry.namesInScope(SCOPE)).toEqual(['mcp__kb__list']);
    expect(await registry.find(SCOPE, 'mcp__kb__get')).toBeUndefined();
  });

  it('takes no name away from a tool that is registered', async () => {
    const { leftOutFor, registry } = open(leave('list'));
    expect((await registry.snapshot(SCOPE)).tools).toHaveLength(1);
    expect(await leftOutFor()).toHaveLength(1);
  });

  it('[INV-4] is told only where the session would be granted it', async () => {
    const { leftOutFor } = open(leave('get'), leave('set'));
    const names = async (scope: Partial<Scope>) =>
      (await leftOutFor(scope)).flatMap(({ hidden }) => hidden.map(({ tool }) => tool.name));
    expect(await names({ enabled: ['kb'] })).toEqual(['mcp__kb__get', 'mcp__kb__set']);
    expect(await names({ enabled: ['picked'] })).toEqual(['mcp__kb__get']);
    expect(await names({ disabled: ['picked'] })).toEqual(['mcp__kb__set']);
    expect(await names({ disabled: ['mcp-kb'] })).toEqual([]);
    expect(await names({ enabled: [] })).toEqual([]);
    expect(await names({ enabled: ['*'], parent: { ...SCOPE, enabled: ['picked'] } })).toEqual(['mcp__kb__get']);
  });

  it('keeps its array of definitions while nothing changes, for what hangs on it', async () => {
    const { handle, leftOutFor } = open(leave('get'), leave('set'));
    const definitions = async () => (await leftOutFor())[0]?.definitions;
    const before = await definitions();
    expect(Object.isFrozen(before)).toBe(true);
    handle.replace([], { leftOut: [leave('get'), leave('set')] });
    expect(await definitions()).toBe(before);
    handle.replace([], { leftOut: [leave('get'), leave('set', 'Sets.')] });
    expect(await definitions()).not.toBe(before);
    expect((await definitions())?.[0]).toBe(before?.[0]);
    handle.replace([]);
    expect(await leftOutFor()).toEqual([]);
  });

  it('[INV-6] drops what could not be registered anyway', async () => {
    const broken = { ...leave('get'), tool: { ...fakeTool({ name: 'mcp__kb__get' }), name: 'no name at all!' } };
    const { leftOutFor } = open(broken, leave('set'));
    expect((await leftOutFor()).map(({ hidden }) => hidden.length)).toEqual([1]);
  });
});

describe('the count of a source', () => {
  it('[INV-4] is of the tools that the session is granted', async () => {
    const { registry, handle } = open();
    handle.replace([fakeTool({ name: 'mcp__kb__get' }), fakeTool({ name: 'mcp__kb__list' })]);
    handle.setState('failed', { reason: 'gone' });
    const count = async (scope: Partial<Scope>) =>
      (await registry.snapshot({ ...SCOPE, ...scope })).sources.map(({ toolCount }) => toolCount);
    expect(await count({})).toEqual([2]);
    expect(await count({ enabled: ['picked'] })).toEqual([1]);
    expect(await count({ disabled: ['mcp-kb'] })).toEqual([0]);
  });
});
