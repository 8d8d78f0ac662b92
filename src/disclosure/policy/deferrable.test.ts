import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { CORE_TOOLS } from '../../registry/toolset/core-tools.data.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { DEFER_LIST } from './defer-list.data.ts';
import { createDeferral } from './deferrable.ts';
import { DIRECT_TOOLSETS } from './direct-toolsets.data.ts';

const deferralWith = (defer: readonly string[]) =>
  createDeferral({ core: new Set(CORE_TOOLS), directToolsets: new Set(DIRECT_TOOLSETS), defer });

describe('createDeferral', () => {
  it('[TS-11.2.1] [INV-2] never defers a core tool that no list names, also under its older name', () => {
    const isDeferred = deferralWith([]);
    const names = [...CORE_TOOLS, 'todo', 'process', 'cronjob'];
    expect(names.filter((name) => isDeferred(fakeTool({ name, source: { kind: 'builtin', label: 'any' } })))).toEqual(
      [],
    );
  });

  it.each([
    ...['terminal', 'read_file', 'write_file', 'patch', 'search_files', 'todo', 'memory', 'browser_navigate'],
    ...['web_search', 'session_search', 'clarify', 'execute_code', 'delegate_task'],
  ])('[TS-11.2.1] takes %s for core', (name) => {
    expect(deferralWith([])(fakeTool({ name, source: { kind: 'builtin', label: 'any' } }))).toBe(false);
  });

  it('[TS-11.2.2] never defers a bridge tool, even when the list names it', () => {
    const names = ['tool_search', 'tool_describe', 'tool_call'];
    const isDeferred = deferralWith(names);
    expect(names.map((name) => isDeferred(fakeTool({ name, toolset: 'mcp-x' })))).toEqual([false, false, false]);
  });

  it('[TS-11.2.3] leaves tools of direct toolsets visible, and has none of them in the core list', () => {
    const isDeferred = deferralWith([]);
    for (const [name, toolset] of [
      ['read_window_below', 'desktop_ui'],
      ['apply_layout', 'desktop_ui'],
      ['project_list', 'project'],
      ['manage_catalog', 'setup'],
    ] as const) {
      expect(isDeferred(fakeTool({ name, toolset }))).toBe(false);
      expect(CORE_TOOLS).not.toContain(name);
    }
  });

  it('defers tools of servers, plugins and hosts', () => {
    const isDeferred = deferralWith([]);
    expect(isDeferred(fakeTool({ name: 'mcp__github__list_issues' }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'spotify_play', source: { kind: 'plugin', label: 'spotify' } }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'of_nobody', toolset: 'other' }))).toBe(true);
  });

  it('lets the list win over core, direct toolsets and alwaysLoad, and takes older names in it', () => {
    const isDeferred = deferralWith(['terminal', 'todo', 'manage_catalog', 'pinned']);
    expect(isDeferred(fakeTool({ name: 'terminal' }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'todo_list' }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'manage_catalog', toolset: 'setup' }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'pinned', alwaysLoad: true }))).toBe(true);
    expect(isDeferred(fakeTool({ name: 'mcp__a__b', alwaysLoad: true }))).toBe(false);
  });

  it('[TS-11.2.7] leaves clarify alone by default', () => {
    expect(DEFER_LIST).not.toContain('clarify');
    expect(deferralWith(DEFER_LIST)(fakeTool({ name: 'clarify' }))).toBe(false);
    expect(deferralWith(DEFER_LIST)(fakeTool({ name: 'computer_use' }))).toBe(true);
  });

  it('[TS-11.2.8] [INV-2] leaves a definition visible that nobody can place', () => {
    const odd = { ...fakeTool({ name: 'from_nowhere' }), toolset: undefined } as unknown as ToolDefinition;
    expect(deferralWith(DEFER_LIST)(odd)).toBe(false);
  });
});
