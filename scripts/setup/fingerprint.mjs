import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUILD_INPUTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsdown.config.mjs',
  'scripts/setup/doors.mjs',
];

/**
 * What an installed `node_modules` depends on: the lockfile, the binary interface of Node and the platform.
 *
 * @param {string} root
 * @returns {string}
 */
export function installFingerprint(root) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock, abi: process.versions.modules, platform: process.platform, arch: process.arch });
}

/**
 * What a build depends on: the text of every source file that is not a test, and of the files that steer the build.
 *
 * @param {string} root
 * @returns {string} a SHA-256 in hex
 */
export function sourceFingerprint(root) {
  const hash = createHash('sha256');
  const sources = filesUnder(path.join(root, 'src')).filter((file) => !file.endsWith('.test.ts'));
  const inputs = BUILD_INPUTS.map((file) => path.join(root, file)).filter((file) => existsSync(file));
  for (const file of [...sources, ...inputs]) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Every file below a folder, as absolute paths, sorted; empty when the folder does not exist.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
