import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runInProcess } from '../../../test/fixtures/cli-host.ts';

const SECRET = 'plain-horse-1';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-import-')));
  await mkdir(at('work'));
});
afterEach(() => rm(root, { recursive: true }));

const at = (...parts: readonly string[]) => path.join(root, ...parts);
const run = (...args: readonly string[]) =>
  runInProcess(['import', ...args], {
    cwd: at('work'),
    environment: { HOME: at('me'), USERPROFILE: at('me'), CALLSLIP_HOME: at('home') },
  });
const read = (...parts: readonly string[]) => readFile(at(...parts), 'utf8');
async function write(name: string, servers: object): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), JSON.stringify({ mcpServers: servers }, undefined, 2));
}
const server = (secret = SECRET) => ({ command: 'srv', args: ['--api-key', secret, '--level', 'info'] });

describe('callslip import', () => {
  it('shows in a dry run what it would write, no secret in it, and writes nothing', async () => {
    await write('work/mcp.json', { a: server() });
    await mkdir(at('home'));
    const own = `# once ${SECRET} stood here\nmcp_servers: {}\n`;
    await writeFile(at('home', 'config.yaml'), own);
    const { exitCode, stdout, stderr } = await run('mcp.json', '--dry-run');
    expect([exitCode, stderr]).toEqual([0, 'nothing was changed\n']);
    expect(stdout).toContain('+mcp_servers:');
    expect(stdout).toContain('+A_API_KEY=***');
    expect(stdout).toContain('# once *** stood here');
    expect(stdout).not.toContain(SECRET);
    expect([await readdir(at('home')), await read('home', 'config.yaml')]).toEqual([['config.yaml'], own]);
  });

  it('writes what is new, and nothing the second time', async () => {
    await write('work/mcp.json', { a: server() });
    expect((await run('mcp.json')).stderr).toContain('written: ');
    const before = [await read('home', 'config.yaml'), await read('home', '.env')];
    expect(before[1]).toBe(`A_API_KEY=${SECRET}\n`);
    expect((await run('mcp.json')).stderr).toContain('nothing was changed');
    expect([await read('home', 'config.yaml'), await read('home', '.env')]).toEqual(before);
  });

  it('loses none of several that come at once, and gives each secret a name of its own', async () => {
    const labels = ['a', 'b', 'c', 'd'];
    await Promise.all(labels.map((label) => write(`work/${label}.json`, { same: server(`${label}-horse-1`) })));
    const runs = await Promise.all(labels.map((label) => run(`${label}.json`)));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual(labels.map(() => 0));
    const written: Record<string, { args: string[] }> = parse(await read('home', 'config.yaml')).mcp_servers;
    const env = await read('home', '.env');
    const secrets = Object.values(written).map(
      ({ args }) => new RegExp(`^${args[1]?.slice(2, -1)}=(.*)$`, 'm').exec(env)?.[1],
    );
    expect(secrets.sort()).toEqual(labels.map((label) => `${label}-horse-1`));
  });

  it('takes a client for its user’s own file, never for that of a project', async () => {
    await write('work/.cursor/mcp.json', { ours: server() });
    expect(await run('cursor')).toMatchObject({ exitCode: 2, stdout: '' });
    await write('me/.cursor/mcp.json', { mine: server() });
    expect((await run('cursor')).exitCode).toBe(0);
    expect(Object.keys(parse(await read('home', 'config.yaml')).mcp_servers)).toEqual(['mine']);
  });

  it('names the place in a file that can not be read, and writes nothing', async () => {
    await writeFile(at('work', 'bad.json'), `{"mcpServers":\n {"a": ${SECRET}}}`);
    const { exitCode, stderr } = await run('bad.json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${at('work', 'bad.json')}:2:`);
    expect(stderr).not.toContain(SECRET);
    expect(await readdir(root)).toEqual(['work']);
  });
});
