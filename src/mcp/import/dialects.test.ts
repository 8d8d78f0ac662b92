import { describe, expect, it } from 'vitest';
import { DIALECTS, dialectOf } from './dialects.ts';
import { projectFolderOf } from './project-folder.ts';

const entry = { command: 'x' };

describe('dialectOf', () => {
  it.each([
    ['C:\\Users\\me\\.cursor\\mcp.json', {}, 'cursor'],
    ['.vscode/mcp.json', { mcpServers: { a: entry } }, 'vs-code'],
    ['servers.toml', {}, 'codex'],
    ['servers.yml', {}, 'goose'],
    ['servers.json', { mcp: { a: { type: 'local' } } }, 'opencode'],
    ['servers.json', { context_servers: { a: entry } }, 'zed'],
    ['servers.json', { mcpServers: { a: entry } }, 'mcp-json'],
    ['servers.json', { servers: { a: entry } }, 'mcp-json'],
    ['servers.json', { a: entry, b: { url: 'https://a.test' } }, 'mcp-json'],
    ['servers.json', {}, 'mcp-json'],
    ['servers.json', undefined, 'mcp-json'],
  ])('tells of %s with %j that it is of %s', (file, value, id) => {
    expect(dialectOf(file, value).id).toBe(id);
  });

  it('knows every dialect once', () => {
    expect(new Set(DIALECTS.map(({ id }) => id)).size).toBe(DIALECTS.length);
    expect(DIALECTS.at(-1)?.id).toBe('mcp-json');
  });
});

describe('projectFolderOf', () => {
  const places = { platform: 'linux', userFolder: '/home/me', environment: {} } as const;

  it.each([
    ['/srv/shop/.cursor/mcp.json', '/srv/shop'],
    ['/srv/shop/.mcp.json', '/srv/shop'],
    ['/srv/shop/.codex/config.toml', '/srv/shop'],
    ['/home/me/.cursor/mcp.json', undefined],
    ['/srv/shop/mcp.json', undefined],
    ['/home/me/.codeium/windsurf/mcp_config.json', undefined],
  ])('of %s is %s', (file, folder) => {
    expect(projectFolderOf(file, places)).toBe(folder);
  });
});
