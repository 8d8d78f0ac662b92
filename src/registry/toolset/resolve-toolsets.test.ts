import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { createRegistry, type RegistryOptions } from '../registry.ts';
import type { Scope } from '../scope.ts';

const TOOLS = [
  ...['web_search', 'terminal', 'read_file', 'clarify', 'discord'].map((name) => fakeTool({ name, toolset: 'x' })),
  fakeTool({ name: 'extra', toolset: 'web' }),
  fakeTool({ name: 'mine', toolset: 'mine' }),
  fakeTool({ name: 'mcp__gh__list' }),
];

async function granted(scope: Partial<Scope>, options?: RegistryOptions) {
  const registry = createRegistry(options);
  registry.open({ kind: 'mcp', label: 'gh' });
  registry.register(TOOLS);
  const { tools, warnings } = await registry.snapshot({ sessionId: 's', surface: 't', ...scope });
  return { names: tools.map(({ name }) => name), warnings };
}

describe('toolsets of a scope', () => {
  it('grants everything without a list, and nothing with an empty one', async () => {
    expect((await granted({})).names).toHaveLength(TOOLS.length);
    expect((await granted({ enabled: [] })).names).toEqual([]);
  });

  it.each(['all', '*'])('grants everything with %s', async (name) => {
    expect((await granted({ enabled: [name] })).names).toHaveLength(TOOLS.length);
  });

  it('joins a toolset’s declared tools with those registered under its name', async () => {
    expect((await granted({ enabled: ['web'] })).names).toEqual(['web_search', 'extra']);
  });

  it('follows includes, and survives a cycle', async () => {
    expect((await granted({ enabled: ['debugging'] })).names).toEqual(['web_search', 'terminal', 'read_file', 'extra']);
    const toolsets = [
      { name: 'a', tools: ['terminal'], includes: ['b'] },
      { name: 'b', tools: ['read_file'], includes: ['a'] },
    ];
    expect((await granted({ enabled: ['a'] }, { toolsets })).names).toEqual(['terminal', 'read_file']);
  });

  it('reads a server’s label as its toolset', async () => {
    expect((await granted({ enabled: ['gh'] })).names).toEqual(['mcp__gh__list']);
    expect((await granted({ enabled: ['mcp-gh'] })).names).toEqual(['mcp__gh__list']);
  });

  it('subtracts disabled toolsets last', async () => {
    expect((await granted({ enabled: ['web', 'mine'], disabled: ['web'] })).names).toEqual(['mine']);
    expect((await granted({ disabled: ['*'] })).names).toEqual([]);
  });

  it('takes from a disabled bundle only what it has beyond the core tools', async () => {
    const { names } = await granted({ enabled: ['callslip-discord'], disabled: ['callslip-discord'] });
    expect(names).toEqual(['web_search', 'terminal', 'read_file', 'clarify']);
  });

  it.each([
    ['web_tools', 'web'],
    ['terminal_tools', 'terminal'],
    ['hermes-cli', 'callslip-cli'],
    ['hermes-webhook', 'callslip-webhook'],
  ])('reads the older name %s as %s', async (old, now) => {
    const { names, warnings } = await granted({ enabled: [old] });
    expect(names).toEqual((await granted({ enabled: [now] })).names);
    expect(names).not.toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('gives a plugin’s platform the core tools and its own', async () => {
    expect((await granted({ enabled: ['callslip-mine'] })).names).toEqual([
      'web_search',
      'terminal',
      'read_file',
      'clarify',
      'mine',
    ]);
  });

  it('names a toolset that does not exist, and grants nothing for it', async () => {
    const { names, warnings } = await granted({ enabled: ['nope', 'mine'] });
    expect(names).toEqual(['mine']);
    expect(warnings).toEqual([expect.stringContaining('"nope"')]);
  });

  it('[INV-4] never grants a child what its parent lacks', async () => {
    const parent: Scope = { sessionId: 'p', surface: 't', enabled: ['web', 'terminal'], disabled: ['terminal'] };
    expect((await granted({ enabled: ['terminal', 'web', 'mine'], parent })).names).toEqual(['web_search', 'extra']);
  });

  it('grants nothing by a list that is none, and takes all away by one', async () => {
    for (const list of ['web', 42, [42], { web: true }] as unknown as readonly string[][]) {
      expect((await granted({ enabled: list })).names).toEqual([]);
      expect((await granted({ disabled: list })).names).toEqual([]);
    }
  });

  it('[INV-4] takes a whole source at once only when each of its tools is granted', async () => {
    const registry = createRegistry();
    for (const label of ['gh', 'docs']) {
      registry
        .open({ kind: 'mcp', label })
        .replace(['list', 'get'].map((name) => fakeTool({ name: `mcp__${label}__${name}` })));
    }
    registry.register(TOOLS.slice(0, -1));
    const names = fc.option(fc.subarray(['gh', 'docs', 'web', 'x', 'mine', 'terminal', 'all']), { nil: [] });
    await fc.assert(
      fc.asyncProperty(fc.option(names, { nil: undefined }), names, async (enabled, disabled) => {
        const scope: Scope = { sessionId: 's', surface: 't', disabled, ...(enabled === undefined ? {} : { enabled }) };
        const { tools } = await registry.snapshot(scope);
        expect(tools.map(({ name }) => name)).toEqual(registry.namesInScope(scope));
      }),
      { seed: 3 },
    );
  });
});
