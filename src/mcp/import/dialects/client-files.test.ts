// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import type { Places } from '../places.ts';
import { readForeignFile } from '../read-foreign-file.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { cursor } from './cursor.ts';
import { vsCode } from './vs-code.ts';
import { windsurf } from './windsurf.ts';

const mac: Places = { platform: 'darwin', userFolder: '/Users/me', cwd: '/Users/me/shop', environment: {} };
const linux: Places = { platform: 'linux', userFolder: '/home/me', cwd: '/home/me/shop', environment: {} };
const windows: Places = {
  platform: 'win32',
  userFolder: String.raw`C:\Users\me`,
  cwd: String.raw`C:\shop`,
  environment: { APPDATA: String.raw`D:\roaming`, LOCALAPPDATA: String.raw`D:\local` },
};

describe('where clients keep their servers', () => {
  it.each([
    [claudeDesktop, mac, ['/Users/me/Library/Application Support/Claude/claude_desktop_config.json']],
    [claudeDesktop, linux, ['/home/me/.config/Claude/claude_desktop_config.json']],
    [claudeCode, linux, ['/home/me/.claude.json']],
    [claudeCode, windows, [String.raw`C:\Users\me\.claude.json`]],
    [cursor, windows, [String.raw`C:\Users\me\.cursor\mcp.json`]],
    [
      vsCode,
      mac,
      ['Code', 'Code - Insiders', 'VSCodium'].map(
        (edition) => `/Users/me/Library/Application Support/${edition}/User/mcp.json`,
      ),
    ],
    [
      windsurf,
      linux,
      ['windsurf/', 'windsurf-next/', ''].map((folder) => `/home/me/.codeium/${folder}mcp_config.json`),
    ],
  ] as const)('$0.title on $1.platform', (dialect, places, files) => {
    expect(dialect.files?.(places).user).toEqual(files);
  });

  it('Claude Desktop of the Windows package comes before the plain folder', () => {
    expect(claudeDesktop.files?.(windows).user).toEqual([
      String.raw`D:\local\Packages\Claude_pzs8sxrjxfjjc\LocalCache\Roaming\Claude\claude_desktop_config.json`,
      String.raw`D:\roaming\Claude\claude_desktop_config.json`,
    ]);
  });

  it('Claude Code follows CLAUDE_CONFIG_DIR', () => {
    const environment = { CLAUDE_CONFIG_DIR: '/home/me/.claude-work' };
    expect(claudeCode.files?.({ ...linux, environment }).user).toEqual(['/home/me/.claude-work/.claude.json']);
  });

  it('Cline follows its variables, then looks into the storage of every editor', () => {
    const environment = {
      CLINE_MCP_SETTINGS_PATH: '/srv/cline.json',
      CLINE_DIR: '/srv/cline',
      XDG_CONFIG_HOME: '/xdg',
    };
    const [named, shared, first, ...others] = cline.files?.({ ...linux, environment }).user ?? [];
    expect([named, shared, first]).toEqual([
      '/srv/cline.json',
      '/srv/cline/data/settings/cline_mcp_settings.json',
      '/xdg/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ]);
    expect(others).toHaveLength(4);
    expect(cline.files?.(linux).user[0]).toBe('/home/me/.cline/data/settings/cline_mcp_settings.json');
  });

  it('project files stand in the working directory, where a client has any', () => {
    const projects = [claudeDesktop, claudeCode, cursor, vsCode, windsurf, cline].map(
      (dialect) => dialect.files?.(linux).project,
    );
    expect(projects).toEqual([
      [],
      ['/home/me/shop/.mcp.json'],
      ['/home/me/shop/.cursor/mcp.json'],
      ['/home/me/shop/.vscode/mcp.json'],
      [],
      [],
    ]);
  });
});

describe('whose file it is, by its name', () => {
  const dialects = [claudeDesktop, claudeCode, cursor, vsCode, windsurf, cline];

  it.each([
    '/home/me/mcp.json',
    'mcp.json',
    '/home/me/Coder/User/mcp.json',
    '/home/me/my.claude.json',
    'x/settings.json',
  ])('nobody claims %s', (file) => {
    expect(dialects.filter(({ fileName }) => fileName?.test(file))).toEqual([]);
  });
});

describe('values that VS Code asks for', () => {
  it('are those beside the list of servers, also in the settings of older versions', () => {
    const inputs = [{ id: 'key', description: 'The key' }];
    const servers = { a: { command: 'a', env: { K: '${input:key}' } } };
    for (const value of [{ inputs, servers }, { mcp: { inputs, servers } }]) {
      const [server] = readForeignFile(JSON.stringify(value), { file: 'F', dialect: vsCode }).servers;
      expect(server?.asked).toEqual([{ name: 'KEY', description: 'The key' }]);
    }
  });
});

describe('servers that Claude Code has in one folder only', () => {
  const projects = { '/home/me/shop': { mcpServers: { a: { command: 'a' }, b: 5 } }, '/tmp': { mcpServers: {} } };

  it('stay there, and a note says how many they are', () => {
    for (const others of [{}, { mcpServers: { c: { command: 'c' } } }]) {
      const value = JSON.stringify({ ...others, projects });
      const { servers, remarks } = readForeignFile(value, { file: '/home/me/.claude.json' });
      expect(servers.map(({ label }) => label)).toEqual(Object.keys(others.mcpServers ?? {}));
      expect(remarks.filter(({ path }) => path.includes('projects'))).toEqual([
        {
          severity: 'note',
          path: '/home/me/.claude.json: projects./home/me/shop.mcpServers',
          message:
            '/home/me/.claude.json: projects./home/me/shop.mcpServers has 2 servers, which Callslip leaves alone',
          remedy: 'to move one, take it out of Claude Code there, and add it with callslip add',
        },
      ]);
    }
  });

  it.each([5, [], { '/x': 5 }, { '/x': { mcpServers: [] } }, { __proto__: null }])(
    'may be written as anything: %j',
    (odd) => {
      const value = JSON.stringify({ mcpServers: { a: { command: 'a' } }, projects: odd });
      expect(readForeignFile(value, { file: '.claude.json' })).toMatchObject({
        servers: [{ label: 'a' }],
        remarks: [],
      });
    },
  );
});

it('Claude Code passes over a limit of less than a second, and so does what is moved from it', () => {
  const limits = [30, 999, 1000, 90_000].map((timeout) => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'a', timeout } } });
    return readForeignFile(text, { file: '.mcp.json' }).servers[0]?.entry?.['call_timeout'];
  });
  expect(limits).toEqual([undefined, undefined, 1, 90]);
});

describe('the mark of always being loaded', () => {
  it('is in the entry that Claude Code gets, and is missed when it is not there', () => {
    const entry = claudeCode.ownEntry({ command: 'npx', args: ['-y', 'callslip', 'serve'], env: {} }, ['mcpServers']);
    expect(claudeCode.toolSearch?.isMarked?.(entry)).toBe(true);
    expect(claudeCode.toolSearch?.isMarked?.({ ...entry, alwaysLoad: 'yes' })).toBe(false);
  });
});
