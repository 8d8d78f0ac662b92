import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly, toolPath } from './child.mjs';
import { readDoors } from './doors.mjs';
import { filesUnder, sourceFingerprint } from './fingerprint.mjs';
import { sayWaiting } from './install.mjs';
import { withLock } from './lock.mjs';
import { SetupError, say, seconds } from './say.mjs';

/**
 * Makes `dist` fit the sources. Builds only when a source file that is not a test, the lockfile or the build's own
 * configuration changed since the last build, or when a built file is gone. The old `dist` stays until the new one is whole.
 *
 * @param {string} root
 * @returns {Promise<void>}
 * @throws {SetupError} when the build fails or leaves a door out
 */
export async function ensureBuilt(root) {
  if (isBuilt(root)) return;
  await withLock(path.join(root, '.setup.lock'), sayWaiting, async () => {
    if (isBuilt(root)) return;
    assertSources(root);
    const fingerprint = sourceFingerprint(root);
    const started = Date.now();
    say('building …');
    const next = path.join(root, 'dist.next');
    const args = [toolPath(root, 'tsdown'), '--out-dir', 'dist.next', '--logLevel', 'warn'];
    const { code, output } = await runQuietly(process.execPath, args, root);
    if (code !== 0) throw new SetupError(`${output}\ncallslip: the build failed (exit code ${code}).`);
    assertComplete(root, next);
    const files = filesUnder(next).map((file) => path.relative(next, file));
    writeFileSync(path.join(next, '.build-stamp'), JSON.stringify({ fingerprint, files }));
    swap(root, next);
    say(`built (${seconds(started)})`);
  });
}

/** @param {string} root */
function isBuilt(root) {
  const dist = path.join(root, 'dist');
  const stamp = path.join(dist, '.build-stamp');
  if (!existsSync(stamp)) return false;
  const { fingerprint, files } = readStamp(stamp);
  return fingerprint === sourceFingerprint(root) && files.every((file) => existsSync(path.join(dist, file)));
}

/**
 * What was built, from which sources; nothing when the stamp is no such record.
 *
 * @param {string} stamp
 * @returns {{ fingerprint?: string; files: string[] }}
 */
function readStamp(stamp) {
  try {
    const { fingerprint, files } = JSON.parse(readFileSync(stamp, 'utf8'));
    return Array.isArray(files) ? { fingerprint, files } : { files: [] };
  } catch {
    return { files: [] };
  }
}

/** @param {string} root */
function assertSources(root) {
  const { doors, commands } = readDoors(root);
  const missing = [...doors, ...commands].filter((door) => !existsSync(path.join(root, door.source)));
  if (doors.length + commands.length === 0) throw new SetupError('package.json names no door and no command.');
  if (missing.length > 0) {
    const list = missing.map((door) => `${door.specifier} (${door.source})`).join(', ');
    throw new SetupError(`package.json names doors that do not exist: ${list}`);
  }
}

/**
 * @param {string} root
 * @param {string} folder
 */
function assertComplete(root, folder) {
  const { doors, commands } = readDoors(root);
  const wanted = doors.flatMap((door) => [`${door.output}.js`, `${door.output}.d.ts`]);
  wanted.push(...commands.map((command) => `${command.output}.js`));
  const missing = wanted.filter((file) => !existsSync(path.join(folder, file)));
  if (missing.length > 0) throw new SetupError(`the build left out: ${missing.join(', ')}`);
}

/**
 * @param {string} root
 * @param {string} next
 */
function swap(root, next) {
  const current = path.join(root, 'dist');
  const old = path.join(root, 'dist.old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, old);
  renameSync(next, current);
  rmSync(old, { recursive: true, force: true });
}
