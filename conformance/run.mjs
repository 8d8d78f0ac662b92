// Runs the official conformance suites, whole, against the built program: node conformance/run.mjs [server|client]
// [--scenario NAME]. As a server, the gateway stands before servers of ours; as a client, client.mjs goes through the
// gateway to the suite's own servers. What may fail is in expected-failures*.yml, and why in docs/conformance.md; a
// scenario that fails and is not there, or is there and passes, ends this with 1.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startGateway } from './gateway.mjs';
import { NEXT_REVISION, runSuite, SUITES, scenariosOf, suiteNode } from './suites.mjs';

const HERE = import.meta.dirname;
const REPORTS = path.join(path.dirname(HERE), '.reports', 'conformance');
const CLIENT = ['--command', `${process.execPath} ${path.join(HERE, 'client.mjs')}`, '--timeout', '60000'];
/** Scenarios as a client that run side by side, each with three programs of its own. */
const SIDE_BY_SIDE = 3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { scenario: { type: 'string' } } });
const runs = { server: asServer, client: asClient };
const modes = positionals.length > 0 ? positionals : Object.keys(runs);
if (modes.some((mode) => !Object.hasOwn(runs, mode))) throw new Error(`only ${Object.keys(runs)} can be run`);
process.on('SIGTERM', () => process.exit(143));

if (suiteNode() === undefined) {
  say(`conformance: not run: it needs Node 22, which does not come along for ${process.platform} ${process.arch}`);
} else {
  install();
  rmSync(REPORTS, { recursive: true, force: true });
  const verdicts = await Promise.all(modes.map((mode) => runs[mode]()));
  process.exitCode = verdicts.flat().every(Boolean) ? 0 : 1;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The suites have a lockfile of their own: they are needed for nothing else, and bring a Node with them. */
function install() {
  const stamp = path.join(HERE, 'node_modules', '.lock');
  const lock = readFileSync(path.join(HERE, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('conformance: installing the suites …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: HERE, stdio: 'inherit' });
  writeFileSync(stamp, lock);
}

/**
 * The scenarios that are wanted: each at the revision it has by itself, and what knows the next one there too, unless it
 * is to fail anyway.
 */
function rounds(suite, mode) {
  const all = scenariosOf(suite, mode).filter(({ name }) => (values.scenario ?? name) === name);
  const knowing = all.filter(({ name, revisions }) => {
    return revisions.length > 1 && revisions.includes(NEXT_REVISION) && !suite.expected[mode].has(name);
  });
  return [
    { revision: 'own', args: [], names: all.map(({ name }) => name) },
    { revision: NEXT_REVISION, args: ['--spec-version', NEXT_REVISION], names: knowing.map(({ name }) => name) },
  ].filter(({ names }) => names.length > 0);
}

/** One after the other, for they share the gateway. */
async function asServer() {
  const gateway = await startGateway();
  const verdicts = [];
  for (const suite of SUITES) {
    const started = Date.now();
    const results = [];
    for (const { revision, args, names } of rounds(suite, 'server')) {
      const which = values.scenario === undefined ? ['--suite', 'all'] : ['--scenario', values.scenario];
      const folder = path.join(REPORTS, suite.version, `server-${revision}`);
      const { checks } = await runSuite(suite, ['server', '--url', gateway.url, ...which, ...args, '-o', folder]);
      results.push(...names.map((name) => resultOf(name, checks.get(`server-${name}`))));
    }
    verdicts.push(judge(suite, 'server', results, started));
  }
  await gateway.close();
  return verdicts;
}

/** Some at a time: the suite would start them all at once. */
async function asClient() {
  const verdicts = [];
  for (const suite of SUITES) {
    const started = Date.now();
    const waiting = rounds(suite, 'client').flatMap(({ revision, args, names }) =>
      names.map((name) => ({ name, revision, args })),
    );
    const results = [];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { name, revision, args } = next;
        const folder = path.join(REPORTS, suite.version, `client-${revision}`, name.replaceAll('/', '-'));
        const run = await runSuite(suite, ['client', ...CLIENT, '--scenario', name, ...args, '-o', folder]);
        results.push(resultOf(name, run.checks.get(name), run.code === 0));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    verdicts.push(judge(suite, 'client', results, started));
  }
  return verdicts;
}

/** What became of a scenario, by its checks; without any it has failed. `isOk`: nothing else went wrong. */
function resultOf(name, checks = [], isOk = true) {
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return { name, passed, faults, hasFailed: !isOk || checks.length === 0 || faults.length > 0 };
}

/** Says how a suite went, and whether that was to be expected. */
function judge({ version, expected }, mode, results, started) {
  const names = [...new Set(results.map(({ name }) => name))];
  const of = (name) => results.filter((result) => result.name === name);
  const failed = new Set(names.filter((name) => of(name).some(({ hasFailed }) => hasFailed)));
  const skipped = names.filter((name) => !failed.has(name) && of(name).every(({ passed }) => passed === 0));
  const passed = names.length - failed.size - skipped.length;
  const checks = results.reduce((sum, result) => sum + result.passed, 0);
  const faults = results.reduce((sum, result) => sum + result.faults.length, 0);
  say(
    `conformance ${version} as ${mode}: of ${names.length} scenarios ${passed} passed, ${failed.size} failed and ` +
      `${skipped.length} looked at nothing; of ${checks + faults} checks ${checks} passed ` +
      `(${Math.round((Date.now() - started) / 1000)} s)`,
  );
  const odd = names.filter((name) => failed.has(name) !== expected[mode].has(name));
  for (const name of odd) {
    say(`  ${name}: ${failed.has(name) ? 'failed' : 'passed, and was expected to fail'}`);
    for (const { id, description, errorMessage } of of(name).flatMap((result) => result.faults)) {
      say(`    ${id}: ${errorMessage ?? description}`);
    }
  }
  return odd.length === 0;
}
