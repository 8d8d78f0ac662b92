import path from 'node:path';
import { expect, it } from 'vitest';
import { type Ending, runScript } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

/** A suite of vitest's JSON report with tests of these statuses. */
function suite(status: 'passed' | 'failed', ...tests: readonly string[]): object {
  const assertionResults = tests.map((test, index) => ({ status: test, fullName: `test ${index}` }));
  return { name: 'a.test.ts', status, message: 'Cannot find module', assertionResults };
}

function report(content: object | string): Promise<Ending> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return runScript('report-tests.mjs', path.join(temporaryTree({ 'tests.json': text }), 'tests.json'));
}

/** The last line, and how many lines have its form. */
function ending({ code, stdout }: Ending): object {
  const lines = stdout.trimEnd().split('\n');
  return { code, last: lines.at(-1), counted: lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line)).length };
}

it('counts a good report', async () => {
  const content = { success: true, testResults: [suite('passed', 'passed', 'passed'), suite('passed', 'passed')] };
  expect(ending(await report(content))).toEqual({ code: 0, last: '3 passed, 0 failed', counted: 1 });
});

it('fails on a failed test', async () => {
  const content = { success: false, testResults: [suite('failed', 'passed', 'failed')] };
  expect(ending(await report(content))).toEqual({ code: 1, last: '1 passed, 1 failed', counted: 1 });
});

it('counts a suite that did not load as a failure, and names it', async () => {
  const result = await report({ success: false, testResults: [suite('passed', 'passed'), suite('failed')] });
  expect(ending(result)).toEqual({ code: 1, last: '1 passed, 1 failed', counted: 1 });
  expect(result.stdout).toContain('did not load or set up: a.test.ts Cannot find module');
});

it('counts a suite whose set-up failed, with its tests skipped, as a failure', async () => {
  const content = { success: false, testResults: [suite('failed', 'passed', 'skipped')] };
  expect(ending(await report(content))).toEqual({ code: 1, last: '1 passed, 1 failed', counted: 1 });
});

it('fails when nothing passed', async () => {
  const content = { success: true, testResults: [suite('passed', 'skipped')] };
  expect(ending(await report(content))).toEqual({ code: 1, last: '0 passed, 0 failed', counted: 1 });
});

it('fails when the runner reports a failure outside every test', async () => {
  const content = { success: false, testResults: [suite('passed', 'passed')] };
  expect(ending(await report(content))).toEqual({ code: 1, last: '1 passed, 0 failed', counted: 1 });
});

it.each(['', '{"success":tr', '{}'])('fails on a report that reads %j', async (text) => {
  expect(ending(await report(text))).toEqual({ code: 1, last: '0 passed, 0 failed', counted: 1 });
});

it('fails without a report', async () => {
  const missing = path.join(temporaryTree({}), 'tests.json');
  expect(ending(await runScript('report-tests.mjs', missing))).toEqual({
    code: 1,
    last: '0 passed, 0 failed',
    counted: 1,
  });
});
