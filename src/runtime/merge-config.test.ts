import { describe, expect, it } from 'vitest';
import { mergeConfig } from './merge-config.ts';

describe('mergeConfig', () => {
  it('merges mappings key by key and replaces lists and scalars', () => {
    expect(
      mergeConfig(
        { tools: { tool_search: { enabled: 'on', defer: ['a', 'b'] } }, toolsets: ['web'] },
        { tools: { tool_search: { defer: ['c'] } }, toolsets: ['file'], gateway: { port: 1 } },
      ),
    ).toEqual({ tools: { tool_search: { enabled: 'on', defer: ['c'] } }, toolsets: ['file'], gateway: { port: 1 } });
  });

  it('replaces a server whole, so that a command never meets the keys of another server', () => {
    const merged = mergeConfig(
      { mcp_servers: { a: { command: 'one', env: { TOKEN: 'x' } }, b: { url: 'http://127.0.0.1' } } },
      { mcp_servers: { a: { command: 'two' } } },
    );
    expect(merged).toEqual({ mcp_servers: { a: { command: 'two' }, b: { url: 'http://127.0.0.1' } } });
  });

  it.each([
    ['a list', ['b'], ['a', 'b']],
    ['an empty list', [], ['a']],
    ['a bare name', 'b', ['a', 'b']],
    ['nothing', null, ['a']],
  ])('adds %s to the refusals below it and takes none back', (_what, above, expected) => {
    expect(mergeConfig({ approvals: { deny_tools: ['a'] } }, { approvals: { deny_tools: above } })).toEqual({
      approvals: { deny_tools: expected },
    });
    expect(mergeConfig({ agent: { disabled_toolsets: 'a' } }, { agent: { disabled_toolsets: above } })).toEqual({
      agent: { disabled_toolsets: expected },
    });
  });

  it.each([null, 5, 'x', []])('does not let %j take the place of a whole section', (above) => {
    const base = { agent: { disabled_toolsets: ['a'] } };
    expect(mergeConfig(base, { agent: above })).toEqual(base);
  });

  it('lets a plain value replace a mapping inside a section', () => {
    expect(mergeConfig({ tools: { tool_search: { enabled: 'on' } } }, { tools: { tool_search: false } })).toEqual({
      tools: { tool_search: false },
    });
  });

  it('treats __proto__ as a plain key', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "tools": {"__proto__": {"polluted": true}}}');
    const merged = mergeConfig({ tools: { a: 1 } }, hostile);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((merged['tools'] as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
