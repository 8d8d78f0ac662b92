// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readForeignFile } from '../read-foreign-file.ts';
import { codex } from './codex.ts';

const read = (text: string) => readForeignFile(text, { file: 'config.toml', dialect: codex });

describe('codex', () => {
  it('[CFG-10] a table that reaches nothing costs only itself', () => {
    const { servers } = read(
      '[mcp_servers.apps]\nstartup_timeout_sec = 60\n\n[mcp_servers.files]\ncommand = "files-mcp"\nstartup_timeout_sec = 60\n',
    );
    expect(servers.map(({ label, entry }) => [label, entry])).toEqual([
      ['apps', undefined],
      ['files', { command: 'files-mcp', start_timeout: 60 }],
    ]);
    expect(servers[0]?.remarks).toMatchObject([{ severity: 'error', path: 'config.toml: mcp_servers.apps' }]);
  });

  it('what is written out comes before a variable of that name', () => {
    const { servers } = read(
      '[mcp_servers.a]\ncommand = "a"\nenv = { HOST = "db" }\nenv_vars = ["HOST", { name = "USER", source = "local" }]\n',
    );
    expect(servers[0]?.entry?.['env']).toEqual({ HOST: 'db', USER: '${USER}' });
  });

  it.each(['tools = 5', 'tools = { wipe = { approval_mode = ["approve"] } }'])(
    '[CFG-18] says that it can not read what runs without a question: %s',
    (line) => {
      const { servers } = read(`[mcp_servers.a]\ncommand = "a"\n${line}\n`);
      expect(servers[0]).toMatchObject({ entry: { command: 'a' }, approved: [], remarks: [{ severity: 'warning' }] });
      expect(servers[0]?.remarks[0]?.path).toBe('config.toml: mcp_servers.a.tools');
    },
  );

  it('[INV-10] does not repeat a token that stands where its name should, and starts nothing without it', () => {
    const table = (more: string) =>
      `[mcp_servers.a]\nurl = "https://a.test"\nbearer_token_env_var = "ghp-s3cr3t"\n${more}`;
    const [server] = read(table('')).servers;
    expect(server).toMatchObject({ entry: undefined, remarks: [{ severity: 'error' }] });
    expect(JSON.stringify(server?.remarks)).not.toContain('s3cr3t');
    expect(read(table('enabled = false\n')).servers[0]?.entry).toMatchObject({ headers: [], enabled: false });
  });

  it('shows the tools that run without a question, and none that only read', () => {
    const modes = ['auto', 'prompt', 'writes', 'approve'].map(
      (mode) => read(`[mcp_servers.a]\ncommand = "a"\ndefault_tools_approval_mode = "${mode}"\n`).servers[0]?.approved,
    );
    expect(modes).toEqual([[], [], [], ['*']]);
  });

  it('follows CODEX_HOME', () => {
    const places = { platform: 'linux', userFolder: '/home/me', cwd: '/home/me/shop', environment: {} } as const;
    expect(codex.files?.(places)).toEqual({
      user: ['/home/me/.codex/config.toml'],
      project: ['/home/me/shop/.codex/config.toml'],
    });
    expect(codex.files?.({ ...places, environment: { CODEX_HOME: '/srv/codex' } }).user).toEqual([
      '/srv/codex/config.toml',
    ]);
    expect(codex.files?.({ ...places, platform: 'win32', userFolder: String.raw`C:\Users\me` }).user).toEqual([
      String.raw`C:\Users\me\.codex\config.toml`,
    ]);
  });

  it('marks its entry as always loaded, and misses the mark', () => {
    const entry = codex.ownEntry({ command: 'npx', args: ['-y', 'callslip', 'serve'], env: {} }, ['mcp_servers']);
    expect(codex.toolSearch?.isMarked?.(entry)).toBe(true);
    expect(codex.toolSearch?.isMarked?.({ ...entry, omit_tools_from: ['code_mode'] })).toBe(false);
    expect(codex.toolSearch?.isMarked?.({ command: 'npx' })).toBe(false);
  });
});
