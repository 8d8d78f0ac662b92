import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Program, startProgram } from '../tooling/run-program.ts';
import { temporaryTree, writeTree } from '../tooling/temporary-tree.ts';

/** Copies each source as it is, and counts its runs. Output goes where the real bundler's would. */
const BUNDLER = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('builds.log', 'built\\n');
if (existsSync('broken')) { console.log('src/cli/main.ts: unexpected end'); process.exit(1); }
const out = process.argv[process.argv.indexOf('--out-dir') + 1];
mkdirSync(out + '/cli', { recursive: true });
writeFileSync(out + '/cli/main.js', readFileSync('src/cli/main.ts'));
writeFileSync(out + '/chunk.js', '');
`;
/** Shows its arguments; then ends with a code, or waits for a signal and ends with 7. */
const MAIN = `
console.log('arguments: ' + JSON.stringify(process.argv.slice(2)));
const code = process.argv.find((argument) => argument.startsWith('--exit='));
if (code) process.exitCode = Number(code.slice(7));
if (process.argv.includes('--wait')) {
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('stopping'); process.exitCode = 7; clearInterval(timer); });
  console.log('waiting');
}
`;
/** Counts installs; waits long when the file \`slow\` is there. */
const PREINSTALL = `
const fs = require('node:fs');
fs.appendFileSync('installs.log', 'installed\\n');
if (fs.existsSync('slow')) setTimeout(() => {}, 60_000);
`;
const TOOLS = { tsdown: 'run.mjs', vitest: 'vitest.mjs' };

/** A fresh clone of a small package with our set-up scripts and two local tools: nothing is installed or built. */
function freshClone(): string {
  const root = temporaryTree({
    'package.json': JSON.stringify({
      name: 'sample',
      version: '1.0.0',
      type: 'module',
      bin: { sample: './dist/cli/main.js' },
      scripts: { start: 'node scripts/run.mjs start', preinstall: 'node preinstall.cjs' },
      devDependencies: Object.fromEntries(Object.keys(TOOLS).map((tool) => [tool, `file:vendor/${tool}`])),
    }),
    'package-lock.json': lockfile(),
    'preinstall.cjs': PREINSTALL,
    'src/cli/main.ts': MAIN,
    'vendor/tsdown/run.mjs': BUNDLER,
    'vendor/vitest/vitest.mjs': "console.log('tests: ' + JSON.stringify(process.argv.slice(2)));",
  });
  for (const [tool, bin] of Object.entries(TOOLS)) {
    writeTree(root, {
      [`vendor/${tool}/package.json`]: JSON.stringify({ name: tool, version: '1.0.0', bin: { [tool]: bin } }),
    });
  }
  cpSync(path.resolve('scripts/run.mjs'), path.join(root, 'scripts/run.mjs'));
  cpSync(path.resolve('scripts/setup'), path.join(root, 'scripts/setup'), { recursive: true });
  return root;
}

function lockfile(): string {
  const packages: Record<string, object> = {
    '': {
      name: 'sample',
      version: '1.0.0',
      devDependencies: { tsdown: 'file:vendor/tsdown', vitest: 'file:vendor/vitest' },
    },
  };
  for (const [tool, bin] of Object.entries(TOOLS)) {
    packages[`node_modules/${tool}`] = { resolved: `vendor/${tool}`, link: true };
    packages[`vendor/${tool}`] = { version: '1.0.0', dev: true, bin: { [tool]: bin } };
  }
  return JSON.stringify({ name: 'sample', version: '1.0.0', lockfileVersion: 3, requires: true, packages });
}

function run(root: string, ...args: readonly string[]): Program {
  return startProgram([path.join(root, 'scripts/run.mjs'), ...args], { cwd: root });
}

/** How often the clone was installed and built so far. */
function work(root: string): { installs: number; builds: number } {
  const count = (file: string): number =>
    existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length : 0;
  return { installs: count('installs.log'), builds: count('builds.log') };
}

it('on a fresh clone, installs, builds and starts, saying so on standard error; the second time it only starts', async () => {
  const root = freshClone();
  const first = await run(root, 'start', '--once', 'a b').ended;
  expect(first).toMatchObject({ code: 0, stdout: 'arguments: ["start","--once","a b"]\n' });
  expect(first.stderr).toMatch(/installing dependencies \(first run[\s\S]*building …/);
  const second = await run(root, 'start').ended;
  expect(second).toEqual({ code: 0, stdout: 'arguments: ["start"]\n', stderr: '' });
  expect(work(root)).toEqual({ installs: 1, builds: 1 });
});

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  'works through npm, and stops when npm alone gets %s',
  async (signal) => {
    const npm = startProgram(['start', '--', '--wait'], { cwd: freshClone(), command: 'npm' });
    await npm.printed('waiting');
    npm.child.kill(signal);
    const { stdout } = await npm.ended;
    expect(stdout).toContain('arguments: ["start","--wait"]');
    expect(stdout).toContain('stopping');
  },
);

it('runs the tests with their arguments, and names the jobs it knows', async () => {
  const root = freshClone();
  expect(await run(root, 'test', 'src/base').ended).toMatchObject({ code: 0, stdout: 'tests: ["run","src/base"]\n' });
  const unknown = await run(root, 'tset').ended;
  expect(unknown.stderr).toContain('unknown job "tset". Known: start, test, check, bench, conformance, build');
  expect(unknown.code).toBe(1);
});

it('builds again when a source changed, not when a test did', async () => {
  const root = freshClone();
  await run(root, 'build').ended;
  writeTree(root, { 'src/cli/main.test.ts': 'changed' });
  await run(root, 'build').ended;
  expect(work(root)).toEqual({ installs: 1, builds: 1 });
  writeTree(root, { 'src/cli/main.ts': "console.log('changed');" });
  expect(await run(root, 'start').ended).toMatchObject({ stdout: 'changed\n' });
  expect(work(root)).toEqual({ installs: 1, builds: 2 });
});

it('installs again when the lockfile or the interface of Node changed, or node_modules is gone', async () => {
  const root = freshClone();
  const stamp = path.join(root, 'node_modules/.callslip-setup.json');
  await run(root, 'build').ended;
  writeFileSync(path.join(root, 'package-lock.json'), `${lockfile()}\n`);
  await run(root, 'build').ended;
  expect(work(root).installs).toBe(2);
  writeFileSync(stamp, JSON.stringify({ ...JSON.parse(readFileSync(stamp, 'utf8')), abi: '1' }));
  await run(root, 'build').ended;
  expect(work(root).installs).toBe(3);
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  await run(root, 'build').ended;
  expect(work(root).installs).toBe(4);
});

it('heals a build or an installation of which a part is gone', async () => {
  const root = freshClone();
  await run(root, 'build').ended;
  for (const gone of ['dist/cli', 'dist/chunk.js', 'dist/cli/main.js']) {
    rmSync(path.join(root, gone), { recursive: true });
    expect(await run(root, 'start').ended).toMatchObject({ code: 0, stdout: 'arguments: ["start"]\n' });
  }
  expect(work(root)).toEqual({ installs: 1, builds: 4 });
  rmSync(path.join(root, 'node_modules/vitest'), { recursive: true });
  expect(await run(root, 'test').ended).toMatchObject({ code: 0, stdout: 'tests: ["run"]\n' });
  expect(work(root)).toEqual({ installs: 2, builds: 4 });
});

it('lets one of several that start at once do the work for all', async () => {
  const root = freshClone();
  const endings = await Promise.all([1, 2, 3].map((n) => run(root, 'start', `${n}`).ended));
  expect(endings.map((ending) => ending.code)).toEqual([0, 0, 0]);
  expect(endings.map((ending) => ending.stdout)).toEqual([1, 2, 3].map((n) => `arguments: ["start","${n}"]\n`));
  expect(work(root)).toEqual({ installs: 1, builds: 1 });
  expect(existsSync(path.join(root, '.setup.lock'))).toBe(false);
});

it('takes over the lock of a process that is gone', async () => {
  const root = freshClone();
  const gone = await startProgram(['-e', 'console.log(process.pid)']).ended;
  const lock = path.join(root, '.setup.lock');
  mkdirSync(lock);
  writeFileSync(
    path.join(lock, 'owner.json'),
    JSON.stringify({ token: 't', pid: Number(gone.stdout), host: hostname() }),
  );
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  expect(await run(root, 'build').ended).toMatchObject({ code: 0 });
});

it('passes on the exit code, and a signal', async () => {
  const root = freshClone();
  expect(await run(root, 'start', '--exit=3').ended).toMatchObject({ code: 3 });
  const waiting = run(root, 'start', '--wait');
  await waiting.printed('waiting');
  waiting.child.kill('SIGTERM');
  expect(await waiting.ended).toMatchObject({ code: 7, stdout: expect.stringContaining('stopping') });
});

it('shows why a build failed, and keeps the one before', async () => {
  const root = freshClone();
  await run(root, 'build').ended;
  writeTree(root, { broken: '', 'src/cli/main.ts': 'changed' });
  const failed = await run(root, 'start').ended;
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('src/cli/main.ts: unexpected end');
  expect(failed.stderr).toContain('the build failed (exit code 1)');
  expect(readFileSync(path.join(root, 'dist/cli/main.js'), 'utf8')).toBe(MAIN);
});

it('shows why an install failed, and tries again the next time', async () => {
  const root = freshClone();
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  const failed = await run(root, 'start').ended;
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('npm ci failed (exit code 1)');
  writeFileSync(path.join(root, 'package-lock.json'), lockfile());
  expect(await run(root, 'start').ended).toMatchObject({ code: 0 });
});

it('empties no other checkout through a link', async () => {
  const root = freshClone();
  const other = path.join(freshClone(), 'node_modules');
  mkdirSync(other, { recursive: true });
  writeFileSync(path.join(other, 'kept'), '');
  symlinkSync(other, path.join(root, 'node_modules'));
  const refused = await run(root, 'start').ended;
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('node_modules is a link');
  expect(existsSync(path.join(other, 'kept'))).toBe(true);
});

it('stops an install when it is told to stop, and leaves no lock behind', async () => {
  const root = freshClone();
  writeTree(root, { slow: '' });
  const installing = run(root, 'start');
  await installing.printed('installing dependencies');
  await expect.poll(() => work(root).installs, { timeout: 10_000 }).toBe(1);
  installing.child.kill('SIGTERM');
  expect(await installing.ended).toMatchObject({ code: 143, stdout: '' });
  expect(existsSync(path.join(root, '.setup.lock'))).toBe(false);
});
