import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runScript } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

// Each text is put together from parts: this file is itself among those that the gate reads.
const FORBIDDEN: readonly (readonly [what: string, text: string])[] = [
  ['a working folder', `see ${'/work'}/main/src`],
  ['a home', `cd ${'/home'}/alice/project`],
  ['the home of root', `cat ${'/root'}/.profile`],
  ['a home on a Mac', `open ${'/Users'}/alice/x`],
  ['the host of a registry', `https://registry.${'npmjs'}.org/zod`],
  ['a resolved address in a lockfile', `"resolved": ${'"https'}://example.com/zod.tgz"`],
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  ['an AWS key', `AKIA${'ABCDEFGHIJKLMNOP'}`],
  ['a GitHub token', `ghp_${'a'.repeat(36)}`],
  ['an npm token', `npm_${'a'.repeat(36)}`],
  ['a model provider key', `sk-ant-${'a1'.repeat(24)}`],
];

it.each(FORBIDDEN)('finds %s', async (_what, text) => {
  const root = temporaryTree({ 'docs/page.md': `one\n${text}\n` });
  const { code, stderr } = await runScript('check-text.mjs', root);
  expect(stderr).toMatch(/^text: docs\/page\.md:2: /);
  expect(stderr).not.toContain(text);
  expect(code).toBe(1);
});

it('lets ordinary text pass, and data from elsewhere speak of homes and registries', async () => {
  const root = temporaryTree({
    'docs/page.md': 'Files are in ~/.callslip, /home/user/x or https://example.com/home/alice/x; keys look like sk-…\n',
    'bench/data/tools.json': `{ "description": "reads ${'/home'}/alice/x from registry.${'npmjs'}.org" }\n`,
    'image.png': '\0 binary',
  });
  expect(await runScript('check-text.mjs', root)).toEqual({
    code: 0,
    stdout: 'text: 3 files, nothing wrong\n',
    stderr: '',
  });
});

it('finds a secret in data from elsewhere', async () => {
  const root = temporaryTree({ 'bench/data/tools.json': `"AKIA${'ABCDEFGHIJKLMNOP'}"\n` });
  expect(await runScript('check-text.mjs', root)).toMatchObject({ code: 1 });
});

it('finds line ends of Windows', async () => {
  const root = temporaryTree({ 'a.ts': 'export {};\r\n' });
  expect(await runScript('check-text.mjs', root)).toMatchObject({ code: 1 });
});

it('in a git checkout, reads what git tracks or would add and nothing it ignores', async () => {
  const root = temporaryTree({
    '.gitignore': 'ignored.txt\n',
    'ignored.txt': FORBIDDEN[0]?.[1] ?? '',
    'new.txt': 'fine\n',
  });
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  expect(await runScript('check-text.mjs', root)).toMatchObject({ code: 0, stdout: 'text: 2 files, nothing wrong\n' });
});
