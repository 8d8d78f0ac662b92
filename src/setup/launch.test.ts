import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launchOf, type Started } from './launch.ts';

const NODE = '/opt/node/bin/node';

function launch(started: Partial<Started>) {
  return launchOf({ script: '', execPath: NODE, platform: 'linux', environment: {}, version: '1.2.3', ...started });
}

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'callslip-launch-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes an empty file, and a link to it beside. */
function fileAndLink(file: string, link: string): void {
  for (const each of [file, link]) mkdirSync(path.dirname(each), { recursive: true });
  writeFileSync(file, '');
  symlinkSync(file, link);
}

describe('launchOf', () => {
  it.each([
    '/home/me/.npm/_npx/0f3a/node_modules/callslip/dist/cli/main.js',
    '/home/me/.cache/pnpm/dlx/19-3c/node_modules/.pnpm/callslip@1.2.3/node_modules/callslip/dist/cli/main.js',
    '/tmp/xfs-1/dlx-77/node_modules/callslip/dist/cli/main.js',
    '/tmp/bunx-0-callslip@latest/node_modules/callslip/dist/cli/main.js',
  ])('starts the very version through npx when we were fetched for one run: %s', (script) => {
    expect(launch({ script })).toEqual({ command: 'npx', args: ['-y', 'callslip@1.2.3', 'serve'], env: {} });
  });

  it('starts npx through the shell of Windows there', () => {
    const script = 'C:\\Users\\me\\AppData\\Local\\npm-cache\\_npx\\0f3a\\node_modules\\callslip\\dist\\cli\\main.js';
    expect(launch({ script, platform: 'win32' })).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'callslip@1.2.3', 'serve'],
      env: {},
    });
  });

  it.each([
    '/usr/lib/node_modules/callslip/dist/cli/main.js',
    '/home/me/dlx/callslip/dist/cli/main.js',
    '/home/me/_npx/dist/cli/main.js',
  ])('starts what is installed, or checked out, by full paths: %s', (script) => {
    expect(launch({ script })).toEqual({ command: NODE, args: [script, 'serve'], env: {} });
  });

  it.skipIf(process.platform === 'win32')('follows the link that a package manager has put into its bin folder', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'lib/node_modules/callslip/dist/cli/main.js');
    const link = path.join(folder, 'bin/callslip');
    fileAndLink(file, link);
    expect(launch({ script: link })).toMatchObject({ command: NODE, args: [file, 'serve'] });
    const fetched = path.join(folder, '_npx/0f3a/node_modules/callslip/dist/cli/main.js');
    const fetchedLink = path.join(folder, '_npx/0f3a/node_modules/.bin/callslip');
    fileAndLink(fetched, fetchedLink);
    expect(launch({ script: fetchedLink }).command).toBe('npx');
  });

  it.skipIf(process.platform === 'win32')('names a Node of Homebrew by the path that an upgrade leaves', () => {
    const folder = temporaryFolder();
    const real = path.join(folder, 'Cellar/node@22/22.1.0/bin/node');
    mkdirSync(path.dirname(real), { recursive: true });
    writeFileSync(real, '');
    expect(launch({ script: '/x/main.js', execPath: real }).command).toBe(real);
    mkdirSync(path.join(folder, 'opt'));
    symlinkSync(path.join(folder, 'Cellar/node@22/22.1.0'), path.join(folder, 'opt/node@22'));
    const lasting = path.join(folder, 'opt/node@22/bin/node');
    expect(launch({ script: '/x/main.js', execPath: real }).command).toBe(lasting);
    // The link may lead to another version by now.
    rmSync(path.join(folder, 'opt/node@22'));
    const other = path.join(folder, 'Cellar/node@22/22.2.0/bin/node');
    mkdirSync(path.dirname(other), { recursive: true });
    writeFileSync(other, '');
    symlinkSync(path.join(folder, 'Cellar/node@22/22.2.0'), path.join(folder, 'opt/node@22'));
    expect(launch({ script: '/x/main.js', execPath: real }).command).toBe(real);
  });

  it('hands on where the home is, as a full path, and no other variable', () => {
    const script = '/usr/lib/node_modules/callslip/dist/cli/main.js';
    const env = (home: string) => launch({ script, environment: { CALLSLIP_HOME: home, GITHUB_TOKEN: 'x' } }).env;
    expect(env(path.resolve('/srv/tools'))).toEqual({ CALLSLIP_HOME: path.resolve('/srv/tools') });
    expect(env('tools')).toEqual({ CALLSLIP_HOME: path.resolve('tools') });
    expect(env('  ')).toEqual({});
  });
});
