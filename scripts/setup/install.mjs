import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './child.mjs';
import { installFingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { SetupError, say, seconds } from './say.mjs';

/**
 * Makes `node_modules` fit the lockfile. Runs `npm ci` only when the lockfile, Node's binary interface, the platform
 * or the architecture changed since the last time, or when one of our own dependencies is not there.
 *
 * @param {string} root
 * @returns {Promise<void>}
 * @throws {SetupError} when npm fails, or when `node_modules` is a link: npm would empty the folder behind it, which is
 * another checkout's
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  const modules = path.join(root, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SetupError('node_modules is a link and does not fit the lockfile. Remove the link; then run this again.');
  }
  await withLock(path.join(root, '.setup.lock'), sayWaiting, async () => {
    if (isInstalled(root)) return;
    const first = !existsSync(modules);
    say(first ? 'installing dependencies (first run, about 30 s) …' : 'updating dependencies (about 30 s) …');
    const started = Date.now();
    const { command, args, shell } = npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
    const code = await runChild(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
    if (code !== 0)
      throw new SetupError(`npm ci failed (exit code ${code}). See the lines above; then run this again.`);
    markInstalled(root);
    say(`dependencies are ready (${seconds(started)})`);
  });
}

/** Says that another process is setting this folder up. */
export function sayWaiting() {
  say('another process is setting up this folder; waiting for it …');
}

/**
 * Records that `node_modules` fits the lockfile.
 *
 * @param {string} root
 */
function markInstalled(root) {
  writeFileSync(stampFile(root), installFingerprint(root));
}

/**
 * How to start npm: through the npm that started us when there is one.
 *
 * @param {...string} args
 * @returns {{ command: string; args: string[]; shell: boolean }}
 */
export function npm(...args) {
  const script = process.env['npm_execpath'];
  if (script && path.basename(script) === 'npm-cli.js') {
    return { command: process.execPath, args: [script, ...args], shell: false };
  }
  // On Windows npm is a batch file, which only a shell can start.
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = stampFile(root);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== installFingerprint(root)) return false;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.every((name) => existsSync(path.join(root, 'node_modules', name, 'package.json')));
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'node_modules', '.callslip-setup.json');
}
