import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

const NEVER = new Set(['.git', 'node_modules', 'dist', 'dist.next', 'dist.old', 'coverage', '.reports', '.setup.lock']);

/**
 * The files that belong to the repository, as paths relative to it, with `/`: what git tracks and what it would add.
 * Without git (a copy, an unpacked archive), every file outside the ignored folders.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function repositoryFiles(root) {
  const listed = listedByGit(root) ?? walk(root, '');
  return listed.filter((file) => existsSync(path.join(root, file))).sort();
}

/**
 * @param {string} root
 * @returns {string[] | undefined}
 */
function listedByGit(root) {
  try {
    /** @param {string[]} args */
    const git = (args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    if (realpathSync(git(['rev-parse', '--show-toplevel']).trim()) !== realpathSync(root)) return undefined;
    return git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']).split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function walk(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NEVER.has(entry.name)) return [];
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? walk(root, file) : [file];
  });
}
