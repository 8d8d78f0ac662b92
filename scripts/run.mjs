import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = [20, 19];

/**
 * What each `npm` script does once set-up is done. The program runs in this very process, so signals, exit code,
 * standard input and output are its own.
 *
 * @type {Record<string, { build: boolean; run(args: string[]): Promise<unknown> }>}
 */
const VERBS = {
  start: { build: true, run: (args) => runProgram('dist/cli/main.js', ['start', ...args]) },
  test: { build: true, run: (args) => runProgram('node_modules/vitest/vitest.mjs', ['run', ...args]) },
  check: { build: false, run: (args) => runProgram('scripts/check.mjs', args) },
  bench: { build: true, run: runBench },
  conformance: { build: true, run: (args) => runProgram('conformance/run.mjs', args) },
  build: { build: true, run: async () => {} },
  package: { build: true, run: makePackages },
};

/**
 * @param {string} file
 * @param {string[]} args
 */
function runProgram(file, args) {
  const absolute = path.join(ROOT, file);
  process.argv = [process.argv[0] ?? 'node', absolute, ...args];
  return import(pathToFileURL(absolute).href);
}

/** @param {string[]} args */
async function runBench(args) {
  const { register } = await import('tsx/esm/api');
  register();
  return runProgram('bench/main.ts', args);
}

/** What people install besides the package itself: the bundle for Claude Desktop, and links in the documentation. */
async function makePackages() {
  await runProgram('scripts/package/mcpb.mjs', []);
  await runProgram('scripts/package/links.mjs', []);
}

/** @param {string[]} argv */
async function main([verb = '', ...args]) {
  const job = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!job) throw new Error(`unknown job "${verb}". Known: ${Object.keys(VERBS).join(', ')}`);
  const { stopWithParent } = await import('./setup/orphan.mjs');
  stopWithParent();
  const { ensureInstalled } = await import('./setup/install.mjs');
  await ensureInstalled(ROOT);
  if (job.build) {
    const { ensureBuilt } = await import('./setup/build.mjs');
    await ensureBuilt(ROOT);
  }
  await job.run(args);
}

/** @param {string} version */
function isTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** @param {unknown} error */
async function fail(error) {
  const { Interrupted } = await import('./setup/child.mjs');
  const { SetupError } = await import('./setup/say.mjs');
  if (error instanceof Interrupted) process.exit(error.exitCode);
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`callslip: ${error.message}\n`);
  process.exit(1);
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(`callslip needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
main(process.argv.slice(2)).catch(fail);
