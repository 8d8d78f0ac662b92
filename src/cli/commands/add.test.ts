// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runInProcess } from '../../../test/fixtures/cli-host.ts';

let root: string;
let environment: Record<string, string>;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-add-')));
  environment = { CALLSLIP_HOME: path.join(root, 'home'), PATH: process.env['PATH'] ?? '', HOME: root };
});
afterEach(() => rm(root, { recursive: true }));

const run = (...args: readonly string[]) => runInProcess(['add', ...args], { cwd: root, environment });
const at = (...parts: readonly string[]) => path.join(root, ...parts);
const read = (...parts: readonly string[]) => readFile(at(...parts), 'utf8').catch(() => undefined);
const servers = async () => parse((await read('home', 'config.yaml')) ?? '')?.mcp_servers;
async function write(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), content);
}

describe('callslip add', () => {
  it('writes a program with its own options, and makes the files, for their owner alone', async () => {
    expect(await run('files', '--', 'node', '-y', 'srv', '--flag', '--json')).toEqual({
      exitCode: 0,
      stdout: `added files in ${at('home', 'config.yaml')}\n`,
      stderr: '',
    });
    expect(await servers()).toEqual({ files: { command: 'node', args: ['-y', 'srv', '--flag', '--json'] } });
    expect((await stat(at('home', 'config.yaml'))).mode & 0o777).toBe(0o600);
    expect(await read('home', '.env')).toBeUndefined();
  });

  it('[INV-10] puts secrets into .env, says under which names, and shows none of them', async () => {
    await write('home/.env', '# mine\nOTHER=1');
    const secrets = ['tok-1234', 'query-1234', 'header-1234', 'flag-1234'];
    const remote = await run(
      ...['tracker', '--url', `https://t.example/mcp?api_key=${secrets[1]}`, '--type', 'sse', '--disabled'],
      ...['--header', `Authorization: Bearer ${secrets[2]}`, '--header', 'Accept: text/plain'],
    );
    const local = await run(
      ...['git', '--env', `GIT_TOKEN=${secrets[0]}`, '--env', 'LEVEL= a=b ', '--env', 'HELD=${OTHER}', '--cwd', '/tmp'],
      ...['--json', '--', 'node', '--token', `${secrets[3]}`],
    );
    expect(await servers()).toEqual({
      tracker: {
        url: 'https://t.example/mcp?api_key=${TRACKER_API_KEY}',
        type: 'sse',
        headers: { Authorization: 'Bearer ${TRACKER_AUTHORIZATION}', Accept: 'text/plain' },
        enabled: false,
      },
      git: {
        command: 'node',
        args: ['--token', '${GIT_TOKEN}'],
        env: { GIT_TOKEN: '${GIT_TOKEN_2}', LEVEL: ' a=b ', HELD: '${OTHER}' },
        cwd: '/tmp',
      },
    });
    expect(remote.stderr).toBe(`its secrets are in ${at('home', '.env')}: TRACKER_API_KEY, TRACKER_AUTHORIZATION\n`);
    expect(JSON.parse(local.stdout)).toEqual({
      label: 'git',
      file: at('home', 'config.yaml'),
      replaced: false,
      variables: ['GIT_TOKEN', 'GIT_TOKEN_2'],
      unset: [],
    });
    expect(await read('home', '.env')).toMatch(/^# mine\nOTHER=1\nTRACKER_API_KEY=query-1234\n/);
    expect((await stat(at('home', '.env'))).mode & 0o777).toBe(0o600);
    for (const secret of secrets) {
      expect(remote.stdout + remote.stderr + local.stdout + local.stderr).not.toContain(secret);
      expect(await read('home', 'config.yaml')).not.toContain(secret);
    }
  });

  it('keeps comments, layout and a link of the file it changes', async () => {
    const text = '# mine\nmcp_servers:\n  old: {command: x}  # the first\n\nmodel:\n  context_length: 8000\n';
    await write('dotfiles/callslip.yaml', text);
    await mkdir(at('home'));
    await symlink(at('dotfiles', 'callslip.yaml'), at('home', 'config.yaml'));
    await run('new', '--url', 'https://n.example/mcp');
    const after = await read('dotfiles', 'callslip.yaml');
    expect(after).toContain('# mine\nmcp_servers:\n  old: {command: x}  # the first\n');
    expect(after).toContain('\nmodel:\n  context_length: 8000\n');
    expect(await servers()).toMatchObject({ new: { url: 'https://n.example/mcp' } });
  });

  it('changes the file that is named, a new one or one in JSON', async () => {
    expect((await run('a', '--url', 'https://a.example', '--config', 'team.yaml')).exitCode).toBe(0);
    expect(parse((await read('team.yaml')) ?? '')).toEqual({ mcp_servers: { a: { url: 'https://a.example' } } });
    await write('team.json', '{\n  // ours\n  "model": {}\n}\n');
    await run('a', '--url', 'https://a.example', '--config', 'team.json');
    expect(await read('team.json')).toContain('// ours');
    expect(await read('team.json')).toContain('"url": "https://a.example"');
    expect(await read('home', 'config.yaml')).toBeUndefined();
  });

  it('does not replace a server, but with --force; its own variables then get the new values', async () => {
    await run('git', '--env', 'GIT_TOKEN=old-1234', '--', 'node');
    await run('other', '--env', 'SHARED_KEY=shared-1', '--', 'node');
    await run('third', '--env', 'SHARED_KEY=shared-1', '--', 'node');
    expect(await run('git', '--', 'node')).toMatchObject({
      exitCode: 2,
      stderr: `error: ${at('home', 'config.yaml')} has a server git already; --force replaces it\n`,
    });
    const forced = await run('git', '--force', '--env', 'GIT_TOKEN=new-1234', '--', 'node', 'x');
    expect(forced.stdout).toBe(`replaced git in ${at('home', 'config.yaml')}\n`);
    await run('other', '--force', '--env', 'SHARED_KEY=shared-2', '--', 'node');
    expect(await read('home', '.env')).toBe('GIT_TOKEN=new-1234\nSHARED_KEY=shared-1\nSHARED_KEY_2=shared-2\n');
    expect(await servers()).toEqual({
      git: { command: 'node', args: ['x'], env: { GIT_TOKEN: '${GIT_TOKEN}' } },
      other: { command: 'node', env: { SHARED_KEY: '${SHARED_KEY_2}' } },
      third: { command: 'node', env: { SHARED_KEY: '${SHARED_KEY}' } },
    });
  });

  it('gives a secret another name than that of a variable that our environment sets', async () => {
    await write('home/.env', 'GIT_TOKEN=old-1234\n');
    await write('home/config.yaml', 'mcp_servers: {git: {command: node, env: {GIT_TOKEN: "${GIT_TOKEN}"}}}\n');
    environment['GIT_TOKEN'] = 'of-the-shell';
    await run('git', '--force', '--env', 'GIT_TOKEN=new-1234', '--', 'node');
    expect(await servers()).toEqual({ git: { command: 'node', env: { GIT_TOKEN: '${GIT_TOKEN_2}' } } });
    expect(await read('home', '.env')).toBe('GIT_TOKEN=old-1234\nGIT_TOKEN_2=new-1234\n');
  });

  it('writes no server whose secrets could not be written', async () => {
    await mkdir(at('home'));
    await symlink('nowhere/at/all', at('home', '.env'));
    expect((await run('git', '--env', 'GIT_TOKEN=new-1234', '--', 'node')).exitCode).toBe(2);
    expect(await read('home', 'config.yaml')).toBeUndefined();
  });

  it('warns of a program that is not found, of variables that are not set, and of a project that counts more', async () => {
    await write('.callslip/config.yaml', 'mcp_servers: {x: {command: node}}\n');
    await write('home/config.yaml', 'mcp_json: more.json\n');
    await write('home/more.json', '{"mcpServers": {"y": {"command": "node"}}}');
    const x = await run('x', '--env', 'KEY=${NOWHERE}', '--', 'no-such-program-here');
    expect(x.exitCode).toBe(0);
    expect(x.stderr).toBe(
      [
        `warning: it needs the variable NOWHERE, which is not set; set it in ${at('home', '.env')}`,
        'warning: the program "no-such-program-here" was not found here; install it, or give its path',
        '',
      ].join('\n'),
    );
    await runInProcess(['config', '--trust'], { cwd: root, environment });
    expect((await run('x', '--force', '--', 'node')).stderr).toBe(
      `warning: ${at('.callslip', 'config.yaml')} has a server x too, which counts instead of this one\n`,
    );
    expect((await run('y', '--', 'node')).stderr).toContain(`y of ${at('home', 'more.json')} does not count any more`);
    await write('bin/mine', '');
    for (const place of ['./bin/mine', './bin']) {
      expect((await run('z', '--force', '--', place)).stderr).toContain('was not found here');
    }
    await writeFile(at('bin', 'theirs'), '', { mode: 0o755 });
    expect((await run('w', '--cwd', at('bin'), '--', './theirs')).stderr).toBe('');
    await mkdir(at('programs'));
    await writeFile(at('programs', 'ours'), '', { mode: 0o755 });
    expect((await run('v', '--env', `PATH=${at('programs')}`, '--', 'ours')).stderr).toBe('');
    expect((await run('u', '--', 'ours')).stderr).toContain('was not found here');
  });

  it('loses none of several that come at once, and gives each secret a name of its own', async () => {
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'];
    const runs = labels.map((label) => run(label, '--env', `API_KEY=${label}-secret-1`, '--', 'node'));
    expect((await Promise.all(runs)).map(({ exitCode }) => exitCode)).toEqual(labels.map(() => 0));
    const written: Record<string, { env: { API_KEY: string } }> = await servers();
    expect(Object.keys(written).sort()).toEqual(labels);
    const held = new Map(
      ((await read('home', '.env')) ?? '').split('\n').map((line) => line.split('=', 2) as [string, string]),
    );
    for (const label of labels) {
      const [, name = ''] = /^\$\{(\w+)\}$/.exec(written[label]?.env.API_KEY ?? '') ?? [];
      expect(held.get(name)).toBe(`${label}-secret-1`);
    }
  });

  it('writes whole paths, as a client may start a gateway anywhere, and warns of what it has to leave', async () => {
    await mkdir(at('bin'));
    await writeFile(at('bin', 'mine'), '', { mode: 0o755 });
    await write('server.js', '');
    expect((await run('a', '--', './bin/mine')).stderr).toBe('');
    expect((await run('b', '--cwd', 'bin', '--', './mine', '../server.js')).stderr).toBe('');
    expect((await run('c', '--cwd', '${HOME}/bin', '--', 'node')).stderr).toBe('');
    const fromHere = (await run('d', '--', 'node', '--flag', 'server.js', '.', 'bin')).stderr;
    expect(fromHere.split('\n')).toEqual([
      expect.stringMatching(/^warning: "server.js" is a path from here, .*; give the whole path, or --cwd$/),
      expect.stringContaining('"." is a path from here'),
      '',
    ]);
    expect((await run('e', '--cwd', 'gone', '--', 'node')).stderr).toBe(
      `warning: the folder "${at('gone')}" is not there; make it, or give another one\n`,
    );
    expect((await run('f', '--', 'npx -y @some/server')).stderr).toContain('as words of their own');
    expect(await servers()).toMatchObject({
      a: { command: at('bin', 'mine') },
      b: { command: './mine', cwd: at('bin') },
      c: { cwd: '${HOME}/bin' },
      e: { cwd: at('gone') },
      f: { command: 'npx -y @some/server' },
    });
  });

  it('leaves paths in a project as they are, and says that it is not trusted', async () => {
    const { stderr } = await run('x', '--config', '.callslip/config.yaml', '--', './bin/mine', '.');
    expect(parse((await read('.callslip', 'config.yaml')) ?? '').mcp_servers.x.command).toBe('./bin/mine');
    expect(stderr).toContain(`warning: the project ${root} is not trusted; look at ${at('.callslip', 'config.yaml')}`);
    expect(stderr).not.toContain('a path from here');
  });

  it.each([
    [['x'], 'give a command behind --'],
    [['x', '--url', 'https://a', '--', 'node'], 'not both'],
    [
      ['x', '--url', 'not an address'],
      'mcp_servers.x.url is not an http or https address; write it as https://host/path',
    ],
    [['x', '--url', 'ws://a.example'], 'is not an http or https address'],
    [['x', '--url', 'https://me:s3cr3t@a.example'], 'holds a user or password'],
    [['x', '--url', 'https://a', '--type', 's3cr3t'], 'mcp_servers.x.type must be stdio or http or sse'],
    [['x', '--url', 'https://a', '--type', 'stdio'], '--type stdio is for a program'],
    [['x', 'https://a.example/s3cr3t'], 'an address is given by --url'],
    [['x', '--type', 'sse', '--', 'node'], '--type sse is for a server with --url'],
    [['x', '--url', 'https://a', '--env', 'A=s3cr3t'], 'gets --header'],
    [['x', '--url', 'https://a', '--cwd', '/'], '--cwd is for a program'],
    [['x', '--header', 'A: s3cr3t', '--', 'node'], 'gets --env'],
    [['x', '--env', 's3cr3t', '--', 'node'], '--env takes NAME=value'],
    [['x', '--env', '=s3cr3t', '--', 'node'], '--env takes NAME=value'],
    [['x', '--url', 'https://a', '--header', 's3cr3t'], '--header takes "Name: value"'],
    [['x', '--url', 'https://a', '--header', 'A b: s3cr3t'], 'HTTP does not allow'],
    [['x', '--env', 'KEY=s3cr3t\rs', '--', 'node'], "the secret in env.KEY can't be written to"],
    [
      ['my server', '--', 'node'],
      `"my server" can't be a label, as tools are named after it: use up to 40 letters, digits, "-" and "_", as in my-server`,
    ],
    [['x', '--url', 'https://a', '--header', 'Key: s3cr3t', '--header', 'key: s3cr3t2'], '"key" came twice'],
    [['x', '--env', 'KEY=s3cr3t', '--env', 'KEY=s3cr3t2', '--', 'node'], '"KEY" came twice'],
    [['x', '--', 'npx', '-y', 'callslip', 'serve'], 'that is Callslip itself'],
    [['x', 'node', '--flag'], "unknown option '--flag'"],
  ])('refuses %j, and changes nothing', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('s3cr3t');
    expect(await readdir(root)).toEqual([]);
  });

  it('names the place in a configuration that it can not read', async () => {
    await write('home/config.yaml', 'mcp_servers: [a]\n');
    expect(await run('x', '--', 'node')).toMatchObject({
      exitCode: 2,
      stderr: `error: ${at('home', 'config.yaml')}: mcp_servers must map names to servers\n`,
    });
  });
});
