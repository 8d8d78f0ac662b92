import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../tooling/temporary-tree.ts';

/** Fails unless every leg is asked for; then leaves the report behind and ends with the code. */
const TESTS = `
const fs = require('node:fs');
if (process.env.CALLSLIP_REQUIRE_ALL !== '1') throw new Error('not every leg is required');
fs.mkdirSync('.reports', { recursive: true });
if (fs.existsSync('report.json')) fs.copyFileSync('report.json', '.reports/tests.json');
process.exitCode = Number(process.argv[2]);
`;
const PASSED = { name: 'a', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a' }] };
const UNLOADED = { name: 'b', status: 'failed', message: 'no such module', assertionResults: [] };

interface Sample {
  readonly check?: number;
  readonly conformance?: number;
  readonly test?: number;
  readonly report?: object;
}

/** Runs `.ci/run` in a package whose gates, suites and tests end as told. */
async function ci({
  check = 0,
  conformance = 0,
  test = 0,
  report,
}: Sample): Promise<{ code: number | null; last: string; counted: number }> {
  const root = temporaryTree({
    'package.json': JSON.stringify({
      scripts: {
        check: `node -e "process.exit(${check})"`,
        conformance: `node -e "process.exit(${conformance})"`,
        test: `node tests.cjs ${test}`,
      },
    }),
    'tests.cjs': TESTS,
    '.reports/tests.json': JSON.stringify({ success: true, testResults: [PASSED, PASSED] }),
    ...(report ? { 'report.json': JSON.stringify(report) } : {}),
  });
  for (const file of ['.ci/run', 'scripts/report-tests.mjs']) cpSync(path.resolve(file), path.join(root, file));
  const env = { ...process.env, CALLSLIP_CHROMIUM: process.execPath };
  const child = spawn(path.join(root, '.ci/run'), { cwd: path.dirname(root), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = output.trimEnd().split('\n');
  const counted = lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line)).length;
  return { code, last: lines.at(-1) ?? '', counted };
}

describe.skipIf(process.platform === 'win32')('.ci/run', () => {
  it('ends with the counts of a good run', async () => {
    const report = { success: true, testResults: [PASSED] };
    expect(await ci({ report })).toEqual({ code: 0, last: '1 passed, 0 failed', counted: 1 });
  });

  it('runs and counts the tests also when a gate failed, and fails', async () => {
    const report = { success: true, testResults: [PASSED] };
    expect(await ci({ check: 1, report })).toEqual({ code: 1, last: '1 passed, 0 failed', counted: 1 });
  });

  it('fails when a conformance suite does, and still counts the tests', async () => {
    const report = { success: true, testResults: [PASSED] };
    expect(await ci({ conformance: 1, report })).toEqual({ code: 1, last: '1 passed, 0 failed', counted: 1 });
  });

  it('fails when a suite did not load, even if the runner ends well', async () => {
    const report = { success: true, testResults: [PASSED, UNLOADED] };
    expect(await ci({ report })).toEqual({ code: 1, last: '1 passed, 1 failed', counted: 1 });
  });

  it('fails when the runner does, whatever the report says', async () => {
    const report = { success: true, testResults: [PASSED] };
    expect(await ci({ test: 1, report })).toEqual({ code: 1, last: '1 passed, 0 failed', counted: 1 });
  });

  it('does not count the report of an earlier run', async () => {
    expect(await ci({ test: 1 })).toEqual({ code: 1, last: '0 passed, 0 failed', counted: 1 });
  });
});
