// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../../../test/fixtures/cli-host.ts';

const CONFIG = `# mine
mcp_servers:
  files: # notes
    command: npx
    args: [-y, files-server, "\${HOME}/notes"]
  tracker:
    url: https://t.example/mcp?api_key=literal-secret
    headers: {Authorization: "Bearer \${TRACKER_TOKEN}"}
    enabled: false # for now
  memory:
    command: memory-server
    args: [--token, "\${MEMORY_TOKEN}", --key=plain-secret]
    env: {SHARED: "\${SHARED_KEY}"}
mcp_json: more.json
`;
const MORE =
  '{"mcpServers": {"extra": {"command": "extra-server", "env": {"K": "${env:SHARED_KEY}"}}, "odd": {"args": []}}}';
const ENV = 'TRACKER_TOKEN=tracker-secret\nMEMORY_TOKEN=memory-secret\nSHARED_KEY=shared-secret\n';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-change-')));
  await mkdir(at('home'));
  await Promise.all([write('config.yaml', CONFIG), write('more.json', MORE), write('.env', ENV)]);
});
afterEach(() => rm(root, { recursive: true }));

const at = (...parts: readonly string[]) => path.join(root, ...parts);
const write = (name: string, content: string) => writeFile(at('home', name), content);
const config = () => readFile(at('home', 'config.yaml'), 'utf8');
const run = (...args: readonly string[]) =>
  runInProcess(args, { cwd: root, environment: { CALLSLIP_HOME: at('home'), HOME: root } });

describe('callslip remove', () => {
  it('takes servers out and nothing else, and tells which variables nobody uses any more', async () => {
    expect(await run('remove', 'tracker', 'memory')).toEqual({
      exitCode: 0,
      stdout: `removed tracker, memory from ${at('home', 'config.yaml')}\n`,
      stderr: `nothing here uses TRACKER_TOKEN, MEMORY_TOKEN of ${at('home', '.env')} any more\n`,
    });
    const after = await config();
    expect(after.startsWith('# mine\nmcp_servers:\n  files: # notes\n    command: npx\n')).toBe(true);
    expect(after.endsWith('mcp_json: more.json\n')).toBe(true);
    expect(after).not.toMatch(/tracker|memory/);
    expect(await readFile(at('home', '.env'), 'utf8')).toBe(ENV);
  });

  it('names no variable that another configuration mentions', async () => {
    await mkdir(at('.callslip'));
    await writeFile(at('.callslip', 'config.yaml'), 'mcp_servers: {ours: {command: a, env: {K: "${MEMORY_TOKEN}"}}}\n');
    expect((await run('remove', 'memory', 'tracker')).stderr).toBe(
      `nothing here uses TRACKER_TOKEN of ${at('home', '.env')} any more\n`,
    );
  });

  it('names no variable that another server or setting of the file uses', async () => {
    const more = 'gateway: {http: {tokens: ["${TRACKER_TOKEN}"]}}\n';
    await write('config.yaml', CONFIG.replace('notes"]', 'notes", "${MEMORY_TOKEN}"]') + more);
    expect((await run('remove', 'memory', 'tracker')).stderr).toBe('');
  });

  it('tells the same as JSON', async () => {
    expect(JSON.parse((await run('remove', 'memory', 'memory', '--json')).stdout)).toEqual({
      removed: ['memory'],
      file: at('home', 'config.yaml'),
      unusedVariables: ['MEMORY_TOKEN'],
    });
  });

  it('warns when another server of the name counts from then on', async () => {
    await write('more.json', '{"mcpServers": {"files": {"command": "theirs"}}}');
    expect((await run('remove', 'files')).stderr).toBe(
      `warning: ${at('home', 'more.json')} has a server files too, which counts\n`,
    );
  });
});

describe('callslip enable and disable', () => {
  it('switch servers, each word where it was, and say what was so already', async () => {
    const before = await config();
    const off = await run('disable', 'files', 'tracker');
    expect(off.stdout).toBe(`switched off in ${at('home', 'config.yaml')}: files\noff already: tracker\n`);
    expect(await config()).toContain('"${HOME}/notes"]\n    enabled: false\n');
    const on = await run('enable', 'tracker', '--json');
    expect(JSON.parse(on.stdout)).toEqual({
      labels: ['tracker'],
      enabled: true,
      changed: ['tracker'],
      file: at('home', 'config.yaml'),
    });
    expect(await config()).toContain('enabled: true # for now\n');
    await run('disable', 'tracker');
    await run('enable', 'files');
    expect((await config()).replace('    enabled: true\n', '')).toBe(before);
  });

  it('change the file that is named, and warn of a project that counts more', async () => {
    await mkdir(at('.callslip'));
    await writeFile(at('.callslip', 'config.yaml'), 'mcp_servers: {files: {command: node}}\n');
    await run('config', '--trust');
    expect((await run('disable', 'files')).stderr).toBe(
      `warning: ${at('.callslip', 'config.yaml')} has a server files too, which counts instead\n`,
    );
    const own = await run('disable', 'files', '--config', '.callslip/config.yaml');
    expect(own.stderr).toContain(`the project ${root} is not trusted`);
    expect(await readFile(at('.callslip', 'config.yaml'), 'utf8')).toMatch(/enabled"?: false\}/);
  });
});

describe('a server of a project that is not trusted', () => {
  it('is nobody’s namesake', async () => {
    await mkdir(at('.callslip'));
    await writeFile(at('.callslip', 'config.yaml'), 'mcp_servers: {files: {command: theirs}}\n');
    for (const verb of ['disable', 'enable', 'remove']) expect((await run(verb, 'files')).stderr).toBe('');
  });
});

describe('a server that a variable switches', () => {
  it('is on or off as the variable says', async () => {
    await write('config.yaml', 'mcp_servers: {x: {command: node, enabled: "${FLAG}"}}\n');
    await write('.env', 'FLAG=off\n');
    expect((await run('disable', 'x')).stdout).toBe('off already: x\n');
    expect((await run('enable', 'x')).stdout).toContain('switched on');
    expect(await config()).toContain('enabled: true');
  });
});

describe('several changes at once', () => {
  it('all count', async () => {
    const runs = await Promise.all([run('remove', 'files'), run('enable', 'tracker'), run('disable', 'memory')]);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const listed = JSON.parse((await run('list', '--json')).stdout).slice(0, 2);
    expect(listed).toMatchObject([
      { label: 'tracker', enabled: true },
      { label: 'memory', enabled: false },
    ]);
  });
});

describe.each(['remove', 'enable', 'disable'])('callslip %s of a server that is not there', (verb) => {
  it('exits with 3 and changes nothing, naming what comes near and where it is', async () => {
    await mkdir(at('.callslip'));
    await writeFile(at('.callslip', 'config.yaml'), 'mcp_servers: {ours: {command: node}}\n');
    const { exitCode, stdout, stderr } = await run(verb, 'files', 'trackr', 'extra', 'ours', 'zzzzzz');
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr.split('\n')).toEqual([
      `error: ${at('home', 'config.yaml')} has no server "trackr"; did you mean tracker?`,
      `the server "extra" is written in ${at('home', 'more.json')}, a client's file that is only read; change it there`,
      `the server "ours" is written in ${at('.callslip', 'config.yaml')}; to change it there, add --config ${at('.callslip', 'config.yaml')}`,
      `${at('home', 'config.yaml')} has no server "zzzzzz"; it has files, tracker, memory`,
      '',
    ]);
    expect(await config()).toBe(CONFIG);
  });

  it('names some of many', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `  server-${index}: {command: node}`);
    await write('config.yaml', `mcp_servers:\n${many.join('\n')}\n`);
    const { stderr } = await run(verb, 'zzzzzz');
    expect(stderr).toContain('server-18, server-19 and 80 more, see callslip list\n');
  });

  it('says so of a file without any', async () => {
    await write('config.yaml', '');
    expect(await run(verb, 'x')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('it has none') });
    expect((await run(verb, 'x', '--config', 'nowhere.yaml')).exitCode).toBe(3);
  });
});

describe('callslip list', () => {
  it('[INV-10] shows each server, how it is reached, where it is written and what is wrong, and no secret', async () => {
    const { exitCode, stdout, stderr } = await run('list');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toEqual([
      at('home', 'config.yaml'),
      '  files    stdio  on   npx -y files-server ${HOME}/notes',
      '  tracker  http   off  https://t.example/mcp?api_key=***',
      '  memory   stdio  on   memory-server --token *** --key=***',
      '',
      at('home', 'more.json'),
      '  extra  stdio          on  extra-server',
      '  odd    misconfigured  on',
      expect.stringMatching(/^ {2}! odd: .*neither a command nor a url/),
      '',
    ]);
    expect(stdout + stderr).not.toMatch(/-secret/);
    // What stands beside a server is not said once more.
    expect(stderr).not.toContain('neither a command');
  });

  it('shows servers that only their client can run as off, with the reason, and no part of a client', async () => {
    const extensions =
      'developer: {type: builtin}, callslip: {type: stdio, cmd: callslip}, web: {type: stdio, cmd: web}';
    await mkdir(at('goose'));
    await writeFile(at('goose', 'config.yaml'), `extensions: {${extensions}}`);
    await mkdir(at('.cursor'));
    const signing = { url: 'https://a.test/mcp', auth: { CLIENT_ID: 'x' } };
    await writeFile(at('.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { signing } }));
    await writeFile(at('none.yaml'), '');
    const files = [at('goose', 'config.yaml'), at('.cursor', 'mcp.json')];
    const { stdout } = await run('list', ...files.flatMap((file) => ['--mcp-json', file]), '--config', at('none.yaml'));
    expect(stdout.split('\n')).toEqual([
      files[0],
      '  web  stdio  on  web',
      '',
      files[1],
      '  signing  http  off',
      expect.stringMatching(/^ {2}! signing: .* signs in .*; use it in Cursor$/),
      '',
    ]);
  });

  it('gives the same as JSON, with a project that is not trusted', async () => {
    await mkdir(at('.callslip'));
    await writeFile(
      at('.callslip', 'config.yaml'),
      'mcp_servers: {ours: {url: "http://127.0.0.1:1/sse", type: sse}}\n',
    );
    const listed = JSON.parse((await run('list', '--json')).stdout);
    expect(listed).toHaveLength(6);
    expect(listed[0]).toEqual({
      label: 'files',
      transport: 'stdio',
      enabled: true,
      file: at('home', 'config.yaml'),
      command: 'npx -y files-server ${HOME}/notes',
    });
    expect(listed.find(({ label }: { label: string }) => label === 'ours')).toEqual({
      label: 'ours',
      transport: 'sse',
      enabled: false,
      file: at('.callslip', 'config.yaml'),
      url: 'http://127.0.0.1:1/sse',
      problem: expect.stringMatching(/is not trusted; look at .* then run: callslip config --trust$/),
    });
  });

  it('shows what waits for a word of the user beside what counts', async () => {
    await mkdir(at('.callslip'));
    await writeFile(
      at('.callslip', 'config.yaml'),
      'mcp_servers: {files: {command: theirs}}\nmcp_json: ../team.json\n',
    );
    await writeFile(at('team.json'), '{"mcpServers": {"team": {"command": "team-server"}}}');
    const { stdout } = await run('list', '--json');
    const seen = JSON.parse(stdout).map(({ label, file, problem = '' }: Record<string, string>) => [
      label,
      path.relative(root, file ?? ''),
      problem.includes('not trusted'),
    ]);
    expect(seen).toContainEqual(['files', path.join('home', 'config.yaml'), false]);
    expect(seen).toContainEqual(['files', path.join('.callslip', 'config.yaml'), true]);
    expect(seen).toContainEqual(['team', 'team.json', true]);
  });

  it('shows the server that counts where there are two of one name, and says so', async () => {
    await write('more.json', '{"mcpServers": {"files": {"command": "theirs"}}}');
    const { stdout, stderr } = await run('list', '--json');
    expect(JSON.parse(stdout).map(({ label }: { label: string }) => label)).toEqual(['files', 'tracker', 'memory']);
    expect(stderr).toContain(`server files of ${at('home', 'more.json')} does not count`);
  });

  it('shows the servers of a file that is named, too', async () => {
    await writeFile(at('team.json'), '{"mcpServers": {"team": {"command": "team-server"}}}');
    const { stdout } = await run('list', '--mcp-json', 'team.json', '--json');
    const labels = JSON.parse(stdout).map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining(['files', 'team']));
  });

  it('tells how to begin where there is none', async () => {
    await write('config.yaml', '');
    expect(await run('list')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('callslip add files -- ') });
    expect((await run('list', '--json')).stdout).toBe('[]\n');
  });
});
