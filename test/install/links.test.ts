import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchOf } from '../../src/setup/launch.ts';
import { runScript, startProgram } from '../tooling/run-program.ts';
import { temporaryTree } from '../tooling/temporary-tree.ts';

const PAGE = readFileSync('docs/install.md', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What `callslip init` writes when npx has started it. */
const { command, args } = launchOf({
  script: path.resolve('/home/me/.npm/_npx/1/node_modules/callslip/dist/cli/main.js'),
  execPath: '/usr/bin/node',
  platform: 'linux',
  environment: {},
  version,
});

/** The links of a client's row: through a web page, and for the client itself. */
function linksOf(client: string): readonly [URL, URL] {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${client} |`)) ?? '';
  const [, web = '', own = ''] = /\[install\]\((.+?)\) \| `(.+?)` \|$/.exec(row) ?? [];
  return [new URL(web), new URL(own)];
}

describe('the install links of docs/install.md', () => {
  it('are those that the script makes for this version', async () => {
    expect(await runScript('package/links.mjs', '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('are told to be of another version, and then written for it, where the version has changed', async () => {
    const read = (file: string) => readFileSync(file, 'utf8');
    const tree = temporaryTree({
      'package.json': JSON.stringify({ name: 'callslip', version: '99.0.0' }),
      'docs/install.md': PAGE,
      'scripts/package/links.mjs': read('scripts/package/links.mjs'),
      'scripts/package/published.mjs': read('scripts/package/published.mjs'),
    });
    const run = (...args: readonly string[]) =>
      startProgram([path.join(tree, 'scripts/package/links.mjs'), ...args]).ended;
    const page = () => read(path.join(tree, 'docs/install.md'));
    expect(await run('--check')).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run package') });
    expect(page()).toBe(PAGE);
    expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining('wrote the install links') });
    expect(decodeURIComponent(page())).toContain('callslip@99.0.0');
    expect(await run('--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('start for Cursor what init writes', () => {
    const [web, own] = linksOf('Cursor');
    expect(`${own.protocol}//${own.host}${own.pathname}`).toBe('cursor://anysphere.cursor-deeplink/mcp/install');
    expect(web.search).toBe(own.search);
    expect(own.searchParams.get('name')).toBe('callslip');
    const config = Buffer.from(own.searchParams.get('config') ?? '', 'base64').toString();
    expect(JSON.parse(config)).toEqual({ command, args });
  });

  it.each([
    ['VS Code', 'vscode:'],
    ['VS Code Insiders', 'vscode-insiders:'],
  ])('start for %s what init writes', (client, protocol) => {
    const [web, own] = linksOf(client);
    expect(web.origin + web.pathname).toBe('https://insiders.vscode.dev/redirect');
    expect(web.searchParams.get('url')).toBe(own.href);
    expect([own.protocol, own.pathname]).toEqual([protocol, 'mcp/install']);
    expect(JSON.parse(decodeURIComponent(own.search.slice(1)))).toEqual({ name: 'callslip', command, args });
  });
});
