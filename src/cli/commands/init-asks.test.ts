import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliSurroundings, runInProcess } from '../../../test/fixtures/cli-host.ts';
import { Stopped } from '../program/host.ts';

const [ENTER, SPACE, NO, CTRL_C] = ['\r', ' ', 'n', '\u0003'];
const SERVER = JSON.stringify({ mcpServers: { files: { command: 'files-server', env: { LEVEL: `\${NOWHERE}` } } } });

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-asks-')));
  for (const client of ['.cursor', '.gemini']) await mkdir(path.join(folder, client));
  await writeFile(cursorFile(), SERVER);
  await writeFile(geminiFile(), SERVER);
});
afterEach(() => rm(folder, { recursive: true }));

const cursorFile = () => path.join(folder, '.cursor', 'mcp.json');
const geminiFile = () => path.join(folder, '.gemini', 'settings.json');
const run = (args: readonly string[], more: Partial<CliSurroundings> = {}) =>
  runInProcess(['init', ...args], {
    cwd: folder,
    environment: { HOME: folder, USERPROFILE: folder, CALLSLIP_HOME: path.join(folder, '.callslip') },
    ...more,
  });
const asked = (...keys: readonly string[]) => run([], { columns: 100, keys });
const isMoved = async (file: string) => (await readFile(file, 'utf8')).includes('callslip');
const moved = async () => [await isMoved(cursorFile()), await isMoved(geminiFile())];

describe('callslip init at a terminal', () => {
  it('moves every client that is chosen, once its user says so', async () => {
    const { exitCode, stdout, stderr } = await asked(ENTER, ENTER);
    expect([exitCode, await moved()]).toEqual([0, [true, true]]);
    expect(stderr).toContain(`Change ${path.join(folder, '.callslip', 'config.yaml')}`);
    expect(stdout).toContain('Set the variables named above');
  });

  it('leaves the others', async () => {
    expect((await asked(`${SPACE}${ENTER}`, ENTER)).exitCode).toBe(0);
    expect(await moved()).toEqual([false, true]);
  });

  it.each([
    ['says no', [ENTER, NO]],
    ['gives up at the first question', [CTRL_C]],
    ['gives up at the second', [ENTER, CTRL_C]],
  ])('changes nothing when its user %s', async (_what, keys) => {
    const { exitCode, stderr } = await asked(...keys);
    expect([exitCode, await moved()]).toEqual([130, [false, false]]);
    expect(stderr).toContain('nothing was changed');
    expect((await readdir(folder)).sort()).toEqual(['.cursor', '.gemini']);
  });
});

describe('callslip init', () => {
  it('needs no word where there is nothing to do', async () => {
    await run(['--all', '--yes']);
    expect(await run(['--all'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing to do') });
  });

  it('says that variables are to be set only where there are any', async () => {
    await writeFile(cursorFile(), '{"mcpServers": {"files": {"command": "files-server"}}}');
    expect((await run(['--client', 'cursor', '--yes'])).stdout).not.toContain('Set the variables');
  });

  it('masks a secret wherever else it stands in a file that is shown', async () => {
    const text =
      '{\n  // once plain-horse-1 stood here\n  "mcpServers": {"a": {"command": "a", "env": {"API_KEY": "plain-horse-1"}}}\n}\n';
    await writeFile(cursorFile(), text);
    const { stdout } = await run(['--client', 'cursor', '--dry-run']);
    expect(stdout).toContain('// once *** stood here');
    expect(stdout).not.toContain('plain-horse-1');
  });

  it('changes nothing once it was stopped', async () => {
    const signal = AbortSignal.abort(new Stopped('stopped by SIGINT', 130));
    expect((await run(['--all', '--yes'], { signal })).exitCode).toBe(130);
    expect(await moved()).toEqual([false, false]);
  });
});
