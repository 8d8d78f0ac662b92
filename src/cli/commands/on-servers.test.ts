import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CliSurroundings, runInProcess } from '../../../test/fixtures/cli-host.ts';
import { type OddBehaviour, oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import type { JsonObject } from '../../base/json.ts';
import { Stopped } from '../program/host.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let root: string;
let surroundings: CliSurroundings;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-cli-')));
  // Loading the program is no part of a test's time.
  await Promise.all([import('./call.ts'), import('./doctor.ts'), import('./tools.ts')]);
  surroundings = { cwd: root, environment: { CALLSLIP_HOME: path.join(root, 'home') } };
  await configure('good.yaml', { odd: entry() });
  await configure('mixed.yaml', {
    odd: entry({}, { always_load: ['nope'] }),
    crashes: entry({ exitAtStart: 3, stderr: 'no licence\u001b[2J found' }),
    off: entry({}, { enabled: false }),
  });
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

function entry(behaviour: OddBehaviour = {}, more: JsonObject = {}): JsonObject {
  const { command, args } = oddEndpoint(behaviour);
  return { command, args, ...more };
}

async function configure(name: string, servers: JsonObject): Promise<void> {
  await writeFile(path.join(root, name), JSON.stringify({ mcp_servers: servers }));
}

const run = (args: readonly string[], more: Partial<CliSurroundings> = {}) =>
  runInProcess([...args, '--config', 'good.yaml'], { ...surroundings, ...more });

describe('callslip call', () => {
  it('prints the text of a result, and nothing else, on standard output', async () => {
    const { exitCode, stdout, stderr } = await run(['call', 'echo', '{"n": 1}', 'text=a b']);
    expect([exitCode, stdout]).toEqual([0, '{"n":1,"text":"a b"}\n']);
    expect(stderr).toMatch(/^connecting: 0 of 1 servers ready; waiting for odd\n/);
  });

  it('reads arguments from standard input', async () => {
    expect(await run(['call', 'echo', '-'], { stdin: '{"from": "stdin"}' })).toMatchObject({
      stdout: '{"from":"stdin"}\n',
    });
  });

  it('[INV-7] shows every block, saves a picture where asked, and overwrites nothing', async () => {
    const noted = await run(['call', 'blocks']);
    expect(noted.stdout).toBe('first\n{"type":"hologram","depth":3,"nested":{"kept":true}}\na bare text\n');
    expect(noted.stderr).toContain('image (image/png, 2 bytes): give --out FOLDER to save it\n');

    for (const number of [1, 2]) {
      const { stderr } = await run(['call', 'blocks', '--out', 'pictures']);
      const file = path.join(root, 'pictures', `mcp__odd__blocks-${number}.png`);
      expect(stderr).toContain(`image (image/png, 2 bytes): saved as ${file}\n`);
      expect(await readFile(file, 'utf8')).toBe('hi');
    }
  });

  it('gives the whole result as an MCP client gets it, as JSON', async () => {
    const { stdout } = await run(['call', 'blocks', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      content: [{ type: 'text' }, { type: 'hologram', depth: 3 }, { type: 'image', data: 'aGk=' }, { type: 'text' }],
      structuredContent: { answer: 42 },
      futureField: [1, 2, 3],
    });
  });

  it('prints a long result whole, and keeps nothing of it', async () => {
    const { stdout } = await run(['call', 'huge', '{"bytes": 300000}']);
    expect(stdout).toBe(`${'x'.repeat(300_000)}\n`);
    expect(await readdir(path.join(root, 'home', 'cache', 'results')).catch(() => [])).toEqual([]);
  });

  it('names, before anything is called, a folder to save to that can be none', async () => {
    const log = path.join(root, 'uncalled.log');
    await configure('uncalled.yaml', { odd: entry({ log }) });
    await writeFile(path.join(root, 'a-file'), '');
    for (const out of ['a-file', 'a-file/below/it']) {
      const args = ['call', 'blocks', '--out', out, '--config', 'uncalled.yaml'];
      expect(await runInProcess(args, surroundings)).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `error: --out can't be used: ${path.join(root, 'a-file')} is no folder\n`,
      });
    }
    await expect(readFile(log)).rejects.toThrow('ENOENT');
  });

  it('reads lists and objects for the bridge tools too', async () => {
    const { exitCode, stdout } = await run(['call', 'tool_search', 'queries=["echo"]']);
    expect([exitCode, JSON.parse(stdout).results[0]]).toMatchObject([0, { query: 'echo' }]);
    const calls = 'calls=[{"name": "mcp__odd__echo", "arguments": {"n": 1}}]';
    expect(await run(['call', 'tool_call', calls])).toMatchObject({ exitCode: 0, stdout: '{"n":1}\n' });
  });

  it('asks whether another tool was meant', async () => {
    for (const name of ['odd/ecoh', 'odd.echoo', 'mcp__old__ecoh']) {
      expect((await run(['call', name])).stderr).toContain('did you mean mcp__odd__echo?');
    }
    expect((await run(['call', 'quite_another'])).stderr).not.toContain('did you mean');
  });

  it('exits with 1 when the tool fails, and says why on standard error', async () => {
    const { exitCode, stdout, stderr } = await run(['call', 'fails']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('error: no such file\nlook elsewhere');
  });

  it('tells of progress', async () => {
    const { stderr } = await run(['call', 'mcp__odd__progress']);
    expect(stderr).toContain('mcp__odd__progress: 3 of 3, step 3\n');
  });

  it('ends when the user stops it, with the code of the signal', async () => {
    const log = path.join(root, 'calls.log');
    await configure('logged.yaml', { odd: entry({ log }) });
    const stopping = new AbortController();
    const args = ['call', 'slow', '{"ms": 60000}', '--config', 'logged.yaml'];
    const running = runInProcess(args, { ...surroundings, signal: stopping.signal });
    await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('tools/call'), 10_000);
    stopping.abort(new Stopped('stopped by SIGINT', 130));
    expect(await running).toMatchObject({ exitCode: 130, stdout: '' });
  });
});

describe('callslip doctor', () => {
  it('[INV-6] says of each server how it is, why, and what to do, and exits with 1', async () => {
    const { exitCode, stdout, stderr } = await runInProcess(['doctor', '--config', 'mixed.yaml'], surroundings);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/ {2}odd: ready \(stdio, \d+ tools, \S+ \S+\)\n/);
    expect(stdout).toContain('  crashes: failed (stdio)\n    why: exited with code 3, saying: no licence');
    expect(stdout).toMatch(/ {4}remedy: .+\n {4}it said: no licence/);
    expect(stdout).toContain('  off: disabled (stdio)\n    remedy: set enabled: true for off\n');
    expect(stdout).toMatch(/mcp__odd__echo +odd +deferred\n/);
    expect(stdout).toContain('  odd: always_load names nope');
    expect(stdout + stderr).not.toContain('\u001b');
    expect(stderr).toContain('warning: server crashes is not available: exited with code 3');
  });

  it('shows a server that only its client can run, and is content', async () => {
    const servers = { signing: { type: 'http', url: 'https://a.test/mcp', oauth: { clientId: 'x' } } };
    await writeFile(path.join(root, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
    const { exitCode, stdout } = await run(['doctor', '--mcp-json', path.join(root, '.mcp.json')]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      / {2}signing: disabled \(http\)\n {4}why: .*signs in .*\n {4}remedy: use it in Claude Code\n/,
    );
  });

  it('is content when every server is there', async () => {
    const { exitCode, stdout } = await run(['doctor', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      configFiles: [path.join(root, 'good.yaml')],
      problems: [],
      servers: [{ label: 'odd', state: 'ready' }],
    });
  });
});

describe('without a server', () => {
  it.each([['tools'], ['search', 'read a file'], ['describe', 'read_file']])(
    '%s says how to begin',
    async (...args) => {
      await configure('none.yaml', {});
      const { stderr } = await runInProcess([...args, '--config', 'none.yaml'], surroundings);
      expect(stderr).toContain('warning: no server is configured: callslip init');
    },
  );
});

describe('callslip tools', () => {
  it('names sources in trouble', async () => {
    const { exitCode, stdout } = await runInProcess(['tools', '--config', 'mixed.yaml'], surroundings);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Not ready (2)\n  crashes is failed: exited with code 3');
    expect(stdout).toContain('  off is disabled\n');
  });
});
