import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cliArguments, startCli } from '../fixtures/cli-program.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-process-')));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

const start = (...args: readonly string[]) => startCli(args, { cwd: root });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the command line as a process', () => {
  it('helps out: version, help, a misspelt command, an unknown option', async () => {
    const [version, help, misspelt, option] = [
      start('--version'),
      start('search', '--help'),
      start('serach', 'x'),
      start('tools', '--nothing'),
    ];
    const { version: own } = JSON.parse(await readFile('package.json', 'utf8'));
    expect([await version.ended, version.stdout()]).toEqual([0, `${own}\n`]);
    expect(await help.ended).toBe(0);
    expect(help.stdout()).toContain('Examples:\n  $ callslip search "create issue"\n');
    expect([await misspelt.ended, misspelt.stdout()]).toEqual([2, '']);
    expect(misspelt.stderr()).toContain("unknown command 'serach'\n(Did you mean search?)");
    expect([await option.ended, option.stdout()]).toEqual([2, '']);
    expect(option.stderr()).toContain("unknown option '--nothing'");
  });

  it('ends with 130 at Ctrl-C, and leaves no process behind', async () => {
    const log = path.join(root, 'odd.log');
    const { command, args } = oddEndpoint({ log, grandchild: true });
    await writeFile(path.join(root, 'odd.json'), JSON.stringify({ mcpServers: { odd: { command, args } } }));
    const program = start('call', 'slow', '{"ms": 60000}', '--mcp-json', 'odd.json');
    await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('"tools/call"'), 15_000);
    program.child.kill('SIGINT');
    expect([await program.ended, program.stdout()]).toEqual([130, '']);
    const lines = (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const pids: number[] = lines.flatMap(({ started, grandchild }) => [started ?? [], grandchild ?? []].flat());
    expect(pids).toHaveLength(2);
    // Killed it is; that its new parent collects it may take a moment.
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 5000);
  });

  it('ends with 130 at Ctrl-C while it reads standard input', async () => {
    const program = start('call', 'one', '-');
    // More than a pipe holds: once all is taken, the program is reading.
    await new Promise((resolve) => program.child.stdin?.write(' '.repeat(1 << 20), resolve));
    program.child.kill('SIGINT');
    expect([await program.ended, program.stderr()]).toEqual([130, '']);
  });

  it.skipIf(process.platform === 'win32')(
    'ends at a second signal, or after five seconds, whatever it waits for',
    { timeout: 20_000 },
    async () => {
      const stuck = async (name: string) => {
        const pipe = path.join(root, name);
        await promisify(execFile)('mkfifo', [pipe]);
        const program = start('tools', '--tools', name);
        const writer = await open(pipe, 'w');
        onTestFinished(() => writer.close());
        return program;
      };
      const [twice, single] = await Promise.all([stuck('twice.json'), stuck('once.json')]);
      const begun = Date.now();
      twice.child.kill('SIGINT');
      single.child.kill('SIGTERM');
      await setTimeout(200);
      twice.child.kill('SIGINT');
      expect(await twice.ended).toBe('SIGINT');
      expect(Date.now() - begun).toBeLessThan(4000);
      expect(await single.ended).toBe('SIGTERM');
    },
  );

  it.skipIf(!existsSync('/dev/full'))('says in words why its output can not be written', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const child = spawn(process.execPath, cliArguments('tools', '--help'), { stdio: ['ignore', full.fd, 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toBe("error: standard output can't be written: no space left on device\n");
  });

  it('ends quietly when nobody reads on', async () => {
    const tools = Array.from({ length: 5000 }, (_, index) => ({
      name: `tool_${index}`,
      source: 'many',
      description: 'x',
    }));
    await writeFile(path.join(root, 'many.json'), JSON.stringify(tools));
    const program = start('tools', '--tools', 'many.json');
    program.child.stdout?.once('data', () => program.child.stdout?.destroy());
    expect([await program.ended, program.stderr()]).toEqual([0, '']);
  });
});

describe('callslip start', () => {
  it('shows the whole main job on real servers, and leaves nothing behind', async () => {
    const program = startCli(['start', '--once'], { cwd: root, environment: { TMPDIR: root } });
    expect([await program.ended, program.stderr()]).toEqual([0, expect.stringContaining('4 of 4 servers ready')]);
    const shown = program.stdout();
    const bill = /everything declared +(\d+) +([\d,]+)\n +declared now +3 +([\d,]+)\n/.exec(shown)?.slice(1);
    const [tools = 0, before = 0, now = 0] = bill?.map((number) => Number(number.replace(',', ''))) ?? [];
    expect(tools).toBeGreaterThan(30);
    expect(now).toBeLessThan(before / 2);
    for (const text of [
      'model sends  tool_search {"queries":["write file",',
      'model sends  tool_describe {"names":["mcp__files__write_file",',
      'model sends  tool_call {"calls":[{"name":"mcp__files__write_file","arguments":{"path":',
      'model gets   # Today\n',
      '{"type":"image","data":"iVBOR',
      'The task is done.',
      'Without --once it serves on http://127.0.0.1:',
    ]) {
      expect(shown).toContain(text);
    }
    expect((await readdir(root)).filter((name) => name.startsWith('callslip-tour-'))).toEqual([]);
  });
});
