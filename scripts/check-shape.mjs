import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './problems.mjs';
import { filesUnder } from './setup/fingerprint.mjs';

const MOST_LINES = 300;
const MOST_FILES = 15;
const MOST_DEPTH = 4;
const FOLDERS = ['src', 'scripts', 'bench', 'examples', 'test'];
const VAGUE_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc', 'shared', 'index']);
const CODE = /\.(?:ts|mjs|js)$/;

/** The size gate: lines in a file, source files in a folder, depth of folders, and names that say nothing. */
function checkShape() {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  const files = FOLDERS.flatMap((folder) => filesUnder(path.join(root, folder)))
    .map((file) => path.relative(root, file).replaceAll('\\', '/'))
    .filter((file) => CODE.test(file) && !/^(?:bench\/data|test\/fixtures)\/|(^|\/)node_modules\//.test(file));
  const sources = files.filter((file) => !file.includes('.test.'));
  const problems = [
    ...sources.flatMap((file) => lengthProblems(root, file)),
    ...folderProblems(sources.filter((file) => file.startsWith('src/'))),
    ...files.flatMap(nameProblems),
  ];
  if (sources.length === 0) problems.push('no source file found');
  report('shape', problems, `${files.length} files`);
}

/**
 * @param {string} root
 * @param {string} file
 */
function lengthProblems(root, file) {
  if (/\.(?:data|gen)\.\w+$/.test(file)) return [];
  const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
  return lines > MOST_LINES ? [`${file}: ${lines} lines, at most ${MOST_LINES}; split it along the data's way`] : [];
}

/** @param {readonly string[]} files */
function folderProblems(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
  // Doors lie in src/ itself; their number is the package's, not a matter of tidiness.
  counts.delete('src');
  return [...counts].flatMap(([folder, count]) => {
    const depth = folder.split('/').length - 1;
    return [
      ...(count > MOST_FILES ? [`${folder}/: ${count} source files, at most ${MOST_FILES}`] : []),
      ...(depth > MOST_DEPTH ? [`${folder}/: ${depth} folders below src/, at most ${MOST_DEPTH}`] : []),
    ];
  });
}

/** @param {string} file */
function nameProblems(file) {
  if (file === 'src/index.ts') return [];
  const vague = file.split('/').find((part) => VAGUE_NAMES.has(part.replace(/\..*$/, '')));
  return vague ? [`${file}: "${vague}" says nothing; name it after the one thing inside`] : [];
}

checkShape();
