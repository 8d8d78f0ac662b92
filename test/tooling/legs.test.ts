import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Ending, startProgram } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

/** Runs a suite with one leg that can run and one that cannot. */
function runSuite(requireAll: '0' | '1'): Promise<Ending> {
  const root = temporaryTree({
    'legs.test.ts': `
      import { it } from 'vitest';
      import { leg } from ${JSON.stringify(path.resolve('test/legs.ts'))};
      leg('node', true, 'install node')('a program', () => { it('runs', () => {}); });
      leg('browser', false, 'install chromium')('a page', () => { it('loads', () => {}); });
    `,
  });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'), 'junction');
  const vitest = path.resolve('node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${path.resolve('test/legs-reporter.ts')}`];
  const env = { CALLSLIP_REQUIRE_ALL: requireAll, NO_COLOR: '1', CI: '' };
  return startProgram([vitest, 'run', '--root', root, ...reporters], { cwd: root, env }).ended;
}

it('says at the end of a plain run which legs were left out and how to get them', async () => {
  const { code, stdout } = await runSuite('0');
  expect(stdout).toContain('not run: browser (install chromium): a page');
  expect(stdout).not.toContain('not run: node');
  expect(stdout).toContain('1 passed | 1 skipped');
  expect(code).toBe(0);
});

it('fails a leg that cannot run when every leg is required', async () => {
  const { code, stdout, stderr } = await runSuite('1');
  expect(stdout).toContain('1 failed | 1 passed');
  expect(stderr).toContain('CALLSLIP_REQUIRE_ALL=1, but browser is missing. To get it: install chromium.');
  expect(code).toBe(1);
});
