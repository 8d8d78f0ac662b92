import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './setup/build.mjs';
import { Interrupted, runChild, toolPath } from './setup/child.mjs';
import { SetupError, say, seconds } from './setup/say.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Biome writes colours into files and pipes unless told not to. */
const COLOURS = process.stdout.isTTY ? '--colors=force' : '--colors=off';

/**
 * The gates, in the order in which they run; the cheap ones first. Each answers an exit code.
 *
 * @type {Record<string, () => Promise<number>>}
 */
const GATES = {
  style: () => tool('@biomejs/biome', 'biome', 'ci', '--error-on-warnings', COLOURS, '.'),
  types: () => tool('typescript', 'tsc', '-p', '.'),
  'script-types': () => tool('typescript', 'tsc', '-p', 'scripts'),
  layers: () => script('check-layers.mjs'),
  shape: () => script('check-shape.mjs'),
  text: () => script('check-text.mjs'),
  rules: () => script('check-rules.mjs'),
  'dead-code': () => tool('knip', 'knip'),
  'tests-only-code': () => tool('knip', 'knip', '--production', '--include', 'files'),
  package: async () => {
    await ensureBuilt(ROOT);
    return script('check-package.mjs');
  },
};

/**
 * @param {string} packageName
 * @param {string} command
 * @param {...string} args
 */
function tool(packageName, command, ...args) {
  return runChild(process.execPath, [toolPath(ROOT, packageName, command), ...args], { cwd: ROOT, stdio: 'inherit' });
}

/** @param {string} file */
function script(file) {
  return runChild(process.execPath, [path.join(ROOT, 'scripts', file)], { cwd: ROOT, stdio: 'inherit' });
}

/** @param {() => Promise<number>} gate */
async function passes(gate) {
  try {
    return (await gate()) === 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    return false;
  }
}

/** @param {string[]} wanted */
async function main(wanted) {
  const unknown = wanted.filter((name) => !Object.hasOwn(GATES, name));
  if (unknown.length > 0) {
    say(`unknown gate: ${unknown.join(', ')}. Known: ${Object.keys(GATES).join(', ')}`);
    return 2;
  }
  const failed = [];
  for (const [name, gate] of Object.entries(GATES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    const ok = await passes(gate);
    if (!ok) failed.push(name);
    say(`${ok ? 'passed' : 'FAILED'}  ${name} (${seconds(started)})`);
  }
  say(
    failed.length === 0
      ? 'every gate passed'
      : `failed: ${failed.join(', ')}. Again: npm run check -- ${failed.join(' ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    if (!(error instanceof Interrupted)) throw error;
    process.exitCode = error.exitCode;
  },
);
