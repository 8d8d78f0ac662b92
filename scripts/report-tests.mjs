import { existsSync, readFileSync } from 'node:fs';

/**
 * Counts a JSON report of vitest and prints, last, one plain line `N passed, N failed`. A test file that did not load
 * counts as one failure. Exit code 0 only when something passed and nothing failed.
 *
 * @typedef {{ status: string; fullName: string }} Assertion
 * @typedef {{ name: string; status: string; message?: string; assertionResults: Assertion[] }} Suite
 *
 * @param {string | undefined} file
 */
function reportTests(file) {
  const { suites, success, notes } = readReport(file);
  const assertions = suites.flatMap((suite) => suite.assertionResults);
  const passed = assertions.filter((test) => test.status === 'passed').length;
  const failed = assertions.filter((test) => test.status === 'failed').length;
  const skipped = assertions.length - passed - failed;
  const unloaded = suites.filter((suite) => suite.status === 'failed' && !hasFailure(suite));
  for (const suite of unloaded)
    notes.push(`did not load or set up: ${suite.name} ${suite.message?.split('\n')[0] ?? ''}`.trimEnd());
  if (skipped > 0) notes.push(`skipped: ${skipped}`);
  if (passed === 0) notes.push('no test passed');
  const failures = failed + unloaded.length;
  if (!success && failures === 0) notes.push('the runner itself reports a failure, such as an error outside a test');
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failures} failed`);
  process.exitCode = success && passed > 0 && failures === 0 ? 0 : 1;
}

/**
 * @param {string | undefined} file
 * @returns {{ suites: Suite[]; success: boolean; notes: string[] }}
 */
function readReport(file) {
  if (!file || !existsSync(file)) return { suites: [], success: false, notes: [`no test report at ${file}`] };
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { suites: report.testResults ?? [], success: report.success === true, notes: [] };
  } catch (error) {
    return { suites: [], success: false, notes: [`the test report ${file} cannot be read: ${error}`] };
  }
}

/** @param {Suite} suite */
function hasFailure(suite) {
  return suite.assertionResults.some((test) => test.status === 'failed');
}

reportTests(process.argv[2]);
