import { describe, expect, it } from 'vitest';
import { fakeTool } from '../testing/fake-tool.ts';
import { createRegistry } from './registry.ts';
import type { Scope } from './scope.ts';

const builtin = (name: string, toolset: string) =>
  fakeTool({ name, toolset, source: { kind: 'builtin', label: 'builtin' } });

function someTools() {
  const registry = createRegistry();
  const own = registry.open({ kind: 'builtin', label: 'builtin' });
  own.replace([builtin('read_file', 'file'), builtin('write_file', 'file'), builtin('terminal', 'terminal')]);
  own.setState('ready');
  const server = registry.open({ kind: 'mcp', label: 'gh' });
  server.replace([fakeTool({ name: 'mcp__gh__list' })]);
  server.setState('ready');
  registry.register([fakeTool({ name: 'mine', toolset: 'file' })]);
  return registry;
}

const scope = (parts: Partial<Scope>): Scope => ({ sessionId: 's', surface: 'mcp', ...parts });
const names = async (parts: Partial<Scope>) => {
  const { tools } = await someTools().snapshot(scope(parts));
  return tools.map(({ name }) => name);
};

describe('the ceiling over built-in tools', () => {
  it('is not there when a scope says nothing of it', async () => {
    expect(await names({})).toEqual(['read_file', 'write_file', 'terminal', 'mine', 'mcp__gh__list']);
  });

  it('leaves out every built-in tool, and no other, when it names nothing', async () => {
    expect(await names({ builtin: [] })).toEqual(['mine', 'mcp__gh__list']);
  });

  it('lets through the toolsets it names, and all with all', async () => {
    expect(await names({ builtin: ['file'] })).toEqual(['read_file', 'write_file', 'mine', 'mcp__gh__list']);
    expect(await names({ builtin: ['all'] })).toContain('terminal');
  });

  it('grants nothing of itself', async () => {
    expect(await names({ enabled: ['gh'], builtin: ['file'] })).toEqual(['mcp__gh__list']);
    expect(await names({ builtin: ['file'], disabled: ['file'] })).toEqual(['mcp__gh__list']);
  });

  it('lets nothing through when it can not be read', async () => {
    expect(await names({ builtin: 'file' as never })).toEqual(['mine', 'mcp__gh__list']);
  });

  it('[INV-4] holds for children, whatever they say', async () => {
    expect(await names({ builtin: ['all'], parent: scope({ builtin: [] }) })).toEqual(['mine', 'mcp__gh__list']);
  });

  it('[INV-4] holds for a tool that is asked for by its name', async () => {
    const registry = someTools();
    const shut = scope({ builtin: ['file'] });
    expect((await registry.find(shut, 'terminal'))?.hidden?.by).toBe('toolset');
    expect(registry.granted(shut, 'terminal')).toBeUndefined();
    expect(registry.namesInScope(shut)).not.toContain('terminal');
    expect((await registry.find(shut, 'read_file'))?.hidden).toBeUndefined();
  });

  it('says why, and what to do', async () => {
    const { hidden } = await someTools().snapshot(scope({ builtin: ['file'] }));
    expect(hidden).toMatchObject([
      {
        tool: { name: 'terminal' },
        reason: 'built-in tools of the toolset terminal are not offered here',
        remedy: 'gateway.toolsets does not name terminal; add it',
      },
    ]);
    const disabled = await someTools().snapshot(scope({ builtin: [], disabled: ['terminal'] }));
    const terminal = disabled.hidden.find(({ tool }) => tool.name === 'terminal');
    expect(terminal?.reason).toBe('the session does not have the toolset terminal');
  });

  it('names a toolset that does not exist', async () => {
    const { warnings } = await someTools().snapshot(scope({ builtin: ['fiel'] }));
    expect(warnings).toEqual(['there is no toolset "fiel"; naming it has no effect']);
  });
});
