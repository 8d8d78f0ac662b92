import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliRun, runInProcess } from '../../../test/fixtures/cli-host.ts';

const CURSOR = `{
  // what I work with
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "some-github-server"],
      "env": { "GITHUB_TOKEN": "ghp_0123456789abcdefghij" } // mine
    },
    "files": { "command": "npx", "args": ["-y", "some-files-server"] },
    "broken": { "args": ["nothing to start"] },
  },
  "other": [1, 2,  3]
}
`;
const CODEX = `# my Codex
model = "some-model"   # the best

[mcp_servers.files]
command = "npx"
args = ["-y", "some-files-server"]

[mcp_servers.tracker]
url = "https://tracker.example/mcp"
http_headers = { Authorization = "Bearer abcdefgh12345678" }

[tui]
theme = "dark"
`;

let folder: string;
let environment: Record<string, string>;
const cursorFile = () => path.join(folder, '.cursor', 'mcp.json');
const codexFile = () => path.join(folder, '.codex', 'config.toml');
const ownFile = (name: string) => path.join(folder, '.callslip', name);
const run = (...args: string[]): Promise<CliRun> => runInProcess(args, { cwd: folder, environment });
const read = (file: string) => readFile(file, 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-init-'));
  environment = { HOME: folder, USERPROFILE: folder, CALLSLIP_HOME: path.join(folder, '.callslip') };
  await mkdir(path.dirname(cursorFile()));
  await mkdir(path.dirname(codexFile()));
  await writeFile(cursorFile(), CURSOR, { mode: 0o600 });
  await writeFile(codexFile(), CODEX);
});
afterEach(() => rm(folder, { recursive: true }));

/** Every file below the folder with its bytes and mode. */
async function everything(): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const entries = files.map(async (file) => {
    const { mode } = await stat(file);
    return [path.relative(folder, file), `${(mode & 0o777).toString(8)} ${await readFile(file, 'base64')}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('callslip init', () => {
  it('lists the clients it finds and changes nothing while nobody chooses', async () => {
    const before = await everything();
    const { exitCode, stdout, stderr } = await run('init');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /Clients found \(2\)\n {2}cursor +3 servers +.*mcp\.json\n {2}codex +2 servers +.*config\.toml/,
    );
    expect(stderr).toContain('--client');
    expect(await everything()).toEqual(before);
  });

  it('shows what would change, secrets masked, and changes nothing', async () => {
    const before = await everything();
    const { exitCode, stdout } = await run('init', '--all', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('GITHUB_TOKEN=***');
    expect(stdout).toContain('+    "callslip": {');
    expect(stdout).toContain('-[mcp_servers.tracker]');
    expect(stdout).not.toMatch(/ghp_0123|abcdefgh1234/);
    expect(await everything()).toEqual(before);
  });

  it('changes nothing without --yes where nobody can be asked', async () => {
    const before = await everything();
    const { exitCode, stderr } = await run('init', '--all');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await everything()).toEqual(before);
  });

  it('moves servers behind one entry, keeps comments and layout, and takes secrets out', async () => {
    const { exitCode, stdout } = await run('init', '--all', '--yes');
    expect(exitCode).toBe(0);
    const cursor = await read(cursorFile());
    expect(cursor).toContain('// what I work with');
    expect(cursor).toContain('"broken": { "args": ["nothing to start"] }');
    expect(cursor).toContain('"other": [1, 2,  3]');
    expect(cursor).toContain('"callslip"');
    expect(cursor).not.toMatch(/some-github-server|some-files-server|ghp_/);
    const codex = await read(codexFile());
    expect(codex).toMatch(/^# my Codex\nmodel = "some-model" {3}# the best\n/);
    expect(codex).toContain('[tui]\ntheme = "dark"\n');
    expect(codex).toContain('[mcp_servers.callslip]');
    expect(codex).not.toContain('tracker');
    const config = await read(ownFile('config.yaml'));
    expect(config.match(/some-files-server/g)).toHaveLength(1);
    expect(config).toMatch(/github:[\s\S]*tracker:/);
    expect(config).not.toMatch(/ghp_|abcdefgh/);
    expect(stdout).toMatch(/\n\nChanged:\n/);
    expect(await read(ownFile('.env'))).toContain('ghp_0123456789abcdefghij');
    expect((await stat(ownFile('.env'))).mode & 0o777).toBe(0o600);
    expect((await stat(cursorFile())).mode & 0o777).toBe(0o600);
    expect(stdout).not.toMatch(/ghp_|abcdefgh1234/);
    const { servers } = JSON.parse((await run('config', '--check', '--json')).stdout);
    expect(servers).toBeUndefined();
    expect(JSON.parse((await run('config', '--check', '--json')).stdout)).toEqual({ ok: true, problems: [] });
  });

  it('changes nothing the second time', async () => {
    await run('init', '--all', '--yes');
    const before = await everything();
    const { exitCode, stdout } = await run('init', '--all', '--yes');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Nothing to do');
    expect(await everything()).toEqual(before);
  });

  it('puts every file back byte for byte, and removes what was not there', async () => {
    const before = await everything();
    await run('init', '--client', 'cursor', '--yes');
    await run('init', '--client', 'codex', '--yes');
    const { exitCode, stdout } = await run('init', '--restore', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).files.length).toBeGreaterThan(0);
    const after = await everything();
    for (const name of Object.keys(after).filter((file) => file.includes('backups'))) delete after[name];
    expect(after).toEqual(before);
  });

  it('keeps what a client wrote into its file since, and takes out only what it put there', async () => {
    await run('init', '--client', 'cursor', '--yes');
    await writeFile(cursorFile(), (await read(cursorFile())).replace('[1, 2,  3]', '[4]'));
    const { exitCode, stdout } = await run('init', '--restore');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('those changes stay');
    const cursor = await read(cursorFile());
    expect(cursor).toContain('"other": [4]');
    expect(cursor).toContain('some-github-server');
    expect(cursor).not.toContain('callslip');
  });

  it('leaves what somebody put in the place of a moved server since, and says where the old one is', async () => {
    await run('init', '--client', 'cursor', '--yes');
    const edited = JSON.stringify({ mcpServers: { github: { command: 'other' }, callslip: { command: 'edited' } } });
    await writeFile(cursorFile(), edited);
    const { exitCode, stdout } = await run('init', '--restore');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/mcpServers\.github: something else stands there by now, and stays; .*\d\.before/);
    expect(JSON.parse(await read(cursorFile()))).toEqual({
      mcpServers: { github: { command: 'other' }, files: { command: 'npx', args: ['-y', 'some-files-server'] } },
    });
  });

  it('puts the entry back that was ours before, however the newer one was edited', async () => {
    const before = { command: 'npx', args: ['-y', 'callslip@0.0.1', 'serve'] };
    await writeFile(cursorFile(), JSON.stringify({ mcpServers: { callslip: before } }));
    await run('init', '--client', 'cursor', '--yes');
    await writeFile(cursorFile(), (await read(cursorFile())).replace('"command"', '"timeout": 9, "command"'));
    await run('init', '--restore');
    expect(JSON.parse(await read(cursorFile()))).toEqual({ mcpServers: { callslip: before } });
  });

  it.each([
    ['is broken', '{"mcpServers": {', 'a closing } is missing'],
    ['is not in UTF-8', Buffer.from([0xff, 0xfe]), 'is not in UTF-8'],
    ['has no place for servers', '[]', 'it must be a mapping'],
  ])('moves the others and exits with 1 when a client’s file %s', async (_what, content, reason) => {
    await writeFile(cursorFile(), content);
    for (const done of ['Changed:', 'Nothing was changed.']) {
      const { exitCode, stdout } = await run('init', '--all', '--yes');
      expect([exitCode, stdout]).toEqual([1, expect.stringContaining(done)]);
      expect(stdout).toContain(`error: ${cursorFile()}`);
      expect(stdout).toContain(reason);
    }
    expect(await readFile(cursorFile())).toEqual(Buffer.from(content));
    expect(await read(codexFile())).toContain('callslip');
    expect((await run('init', '--client', 'cursor', '--dry-run', '--json')).exitCode).toBe(1);
  });

  it('lists the clients when none was chosen', async () => {
    environment = { ...environment, HOME: path.join(folder, 'nobody'), USERPROFILE: path.join(folder, 'nobody') };
    const { exitCode, stdout } = await runInProcess(['init', '--all', '--yes'], { cwd: tmpdir(), environment });
    expect([exitCode, stdout]).toEqual([0, 'Clients found (0)\n']);
  });

  it.each([
    [['--restore', '--client', 'cursor'], 'takes back all'],
    [['--all', '--client', 'cursor'], 'every client'],
  ])('refuses %j, which contradict each other', async (options, message) => {
    await run('init', '--all', '--yes');
    const before = await everything();
    expect(await run('init', '--yes', ...options)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(message),
    });
    expect(await everything()).toEqual(before);
  });

  it('names a client that it does not know, and which was meant', async () => {
    const { exitCode, stderr } = await run('init', '--client', 'emacs');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/"emacs".*claude-desktop/);
    expect((await run('init', '--client', 'curser')).stderr).toContain('did you mean cursor?');
  });

  it('gives a client that has no file yet one with our entry', async () => {
    expect((await run('init', '--client', 'windsurf', '--dry-run')).stdout).toMatch(/^--- \(no such file\)/);
    const { exitCode } = await run('init', '--client', 'windsurf', '--yes', '--json');
    expect(exitCode).toBe(0);
    const file = path.join(folder, '.codeium', 'windsurf', 'mcp_config.json');
    expect(JSON.parse(await read(file)).mcpServers.callslip.args).toContain('serve');
    await run('init', '--restore');
    await expect(stat(file)).rejects.toThrow();
  });
});

describe('callslip import', () => {
  it('copies the servers that are wanted and leaves the file alone', async () => {
    const { exitCode, stdout } = await run('import', 'cursor', '--label', 'github');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('github is copied');
    expect(await read(cursorFile())).toBe(CURSOR);
    const config = await read(ownFile('config.yaml'));
    expect(config).toContain('some-github-server');
    expect(config).not.toMatch(/some-files-server|ghp_/);
  });

  it('names what is not there', async () => {
    expect(await run('import', 'none.json')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('none.json'),
    });
    expect(await run('import', 'cursor', '--label', 'gitlab')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('there are github, files, broken'),
    });
    await expect(stat(ownFile('config.yaml'))).rejects.toThrow();
  });
});
