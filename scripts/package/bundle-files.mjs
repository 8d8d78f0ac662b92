import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesUnder } from '../setup/fingerprint.mjs';

/** Types, and maps to sources that are not there. */
const IDLE = /\.d\.[cm]?ts$|\.map$|(?:^|\/)\.build-stamp$/;

/**
 * Everything that the built package needs to run, by path: itself, and the packages that the lockfile lists for production,
 * as they are installed here.
 *
 * @param {string} root
 * @returns {Map<string, Buffer>}
 * @throws when an installed package is not the one in the lockfile
 */
export function bundleFiles(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  /** @type {[string, { version: string; dev?: boolean; optional?: boolean }][]} */
  const locked = Object.entries(packages);
  const wanted = locked.filter(([folder, { dev, optional }]) => folder !== '' && !dev && !optional);
  for (const [folder, { version }] of wanted) assertInstalled(root, folder, version);
  const folders = ['dist', ...wanted.map(([folder]) => folder)];
  const files = ['LICENSE', ...folders.flatMap((folder) => filesOf(root, folder))];
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file))]));
}

/**
 * Paths of a folder's files that are of use, without the packages below it, which the lockfile lists for themselves.
 *
 * @param {string} root
 * @param {string} folder
 */
function filesOf(root, folder) {
  return filesUnder(path.join(root, folder))
    .map((file) => path.relative(root, file).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith(`${folder}/node_modules/`) && !IDLE.test(file));
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} version
 */
function assertInstalled(root, folder, version) {
  const installed = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')).version;
  if (installed !== version) {
    throw new Error(`${folder} is ${installed}, and ${version} in the lockfile; run: npm ci`);
  }
}
