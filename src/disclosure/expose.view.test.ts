import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../registry/registry.ts';
import { fakeSnapshot } from '../testing/fake-snapshot.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { expose } from './expose.ts';
import type { Exposure } from './exposure.ts';
import { readToolSearchConfig } from './policy/config-forms.ts';
import { createPolicy } from './policy/policy.ts';
import type { View } from './view.ts';

const LEAST = 1000;
const catalogue = (count: number, server = 'tracker') =>
  Array.from({ length: count }, (_, index) =>
    fakeTool({ name: `mcp__${server}__tool_${index}`, description: `Does thing number ${index}.` }),
  );
const shown = (tools: ReturnType<typeof catalogue>, view: View, toolSearch: unknown = {}) =>
  expose(fakeSnapshot(tools), createPolicy({ toolSearch: readToolSearchConfig(toolSearch).config }), view);
const search = ({ tools }: Exposure) => tools.find(({ name }) => name === 'tool_search')?.description ?? '';

describe('a view with a limit on descriptions', () => {
  it('changes nothing where the listing fits', () => {
    const plain = shown(catalogue(3), {});
    const limited = shown(catalogue(3), { descriptionLimit: 2048 });
    expect(limited.tools).toEqual(plain.tools);
    expect(limited.displacedListing).toBeUndefined();
  });

  it('takes a listing out that would be cut, says where it is, and how many tools there are of what', () => {
    const exposure = shown([...catalogue(60), ...catalogue(2, 'notes')], { descriptionLimit: 2048 });
    expect(search(exposure)).toContain("This server's instructions list those that were known when you connected");
    expect(search(exposure)).toContain('62 more tools are there on demand.');
    expect(search(exposure)).toContain('Tools by source: notes (2), tracker (60).');
    expect(search(exposure)).not.toContain('mcp__tracker__tool_1');
    expect(exposure).toMatchObject({ tier: 2, listingForm: 'none', bill: { listing: 0 } });
  });

  it('gives it for another place, as full as there is room', () => {
    const { displacedListing = () => 'nothing was taken out' } = shown(catalogue(60), { descriptionLimit: 2048 });
    expect(displacedListing(100_000)).toContain('- mcp__tracker__tool_7: Does thing number 7');
    expect(displacedListing(2_000)).toMatch(/^Deferred tools .*\ntracker tools \(60\):\nmcp__tracker__tool_0, /);
    expect(displacedListing(200)).toContain('tracker (60 tools, names not listed');
    expect(displacedListing(60)).toBe('Tools by source: tracker (60).');
    expect(displacedListing(5)).toBe('');
  });

  it('leaves a listing out that is switched off', () => {
    const exposure = shown(catalogue(60), { descriptionLimit: 2048 }, { listing: 'off' });
    expect(exposure.displacedListing).toBeUndefined();
    expect(search(exposure)).not.toContain('instructions');
  });

  test.prop([
    fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 30 }), fc.nat({ max: 40 })), { maxLength: 8 }),
    fc.integer({ min: LEAST, max: 4_000 }),
    fc.constantFrom<View['callTools']>('single', 'split'),
  ])(
    '[INV-8] keeps every description of its own within it, always with the same bytes',
    (servers, limit, callTools) => {
      const tools = servers.flatMap(([server, count]) =>
        catalogue(count, server.replace(/\W/gu, 'é')).map((tool) => ({ ...tool, description: `${server} 説明` })),
      );
      const view: View = { descriptionLimit: limit, ...(callTools && { callTools }) };
      const exposure = shown(tools, view);
      for (const { name, definition, description } of exposure.tools) {
        if (definition === undefined) expect([name, description.length <= limit]).toEqual([name, true]);
      }
      expect((exposure.displacedListing?.(limit) ?? '').length).toBeLessThanOrEqual(limit);
      expect(shown(tools, view).fingerprint).toBe(exposure.fingerprint);
    },
  );
});

describe('a view with split call tools', () => {
  const { tools } = shown(catalogue(3), { callTools: 'split' });

  it('has three in the place of tool_call, each saying what it may do', () => {
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['tool_search', { readOnly: true }],
      ['tool_describe', { readOnly: true }],
      ['tool_call_read', { readOnly: true }],
      ['tool_call_write', { readOnly: false, destructive: false }],
      ['tool_call_destructive', { readOnly: false, destructive: true }],
    ]);
    const [, , read, write, destructive] = tools;
    expect(write?.inputSchema).toEqual(read?.inputSchema);
    expect(destructive?.inputSchema).toEqual(read?.inputSchema);
  });

  it('never speaks of tool_call', () => {
    for (const { description } of tools) expect(description).not.toMatch(/\btool_call\b/);
    expect(search(shown(catalogue(3), { callTools: 'split' }))).toContain('run with the tool in its call_with');
  });
});

describe('a scope with a ceiling over built-in tools', () => {
  it.each([undefined, [], ['file'], ['terminal']])(
    '[INV-2] shows, defers or explains every tool with %j',
    async (named) => {
      const registry = createRegistry();
      const builtin = (name: string, toolset: string) =>
        fakeTool({ name, toolset, source: { kind: 'builtin', label: 'builtin' } });
      registry
        .open({ kind: 'builtin', label: 'builtin' })
        .replace([builtin('read_file', 'file'), builtin('terminal', 'terminal')]);
      registry.register([fakeTool({ name: 'mine', toolset: 'file' })]);
      const scope = { sessionId: 's', surface: 'mcp', ...(named === undefined ? {} : { builtin: named }) };
      const snapshot = await registry.snapshot(scope);
      const { tools, deferred } = expose(snapshot, createPolicy());
      const visible = tools.filter(({ definition }) => definition !== undefined);
      expect(visible.length + deferred.length + snapshot.hidden.length).toBe(3);
    },
  );
});
