import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './problems.mjs';
import { runQuietly, toolPath } from './setup/child.mjs';
import { readDoors } from './setup/doors.mjs';
import { npm } from './setup/install.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const WANTED_FILES = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'];
const UNWANTED_FILES = /\.test\.|\.build-stamp$|^(?!dist\/|LICENSE$|README\.md$|CHANGELOG\.md$|package\.json$)/;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;

/** The package gate: what `npm publish` would send. It needs a build. */
async function checkPackage() {
  const { doors, commands } = readDoors(ROOT);
  const folder = mkdtempSync(path.join(tmpdir(), 'callslip-package-'));
  try {
    const { archive, files, problems } = await pack(folder);
    problems.push(
      ...doorListProblems(doors),
      ...commands.flatMap(commandProblems),
      ...browserDoorProblems(),
      ...(await loadProblems(doors)),
      ...(await toolProblems('publint', ['run', archive, '--strict'])),
      ...(await toolProblems('@arethetypeswrong/cli', [archive, '--profile', 'esm-only', '--no-color'], 'attw')),
    );
    report('package', problems, `${doors.length} doors, ${files} files`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @returns {Promise<{ archive: string; files: number; problems: string[] }>}
 */
async function pack(folder) {
  const { command, args } = npm('pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder);
  const { code, output } = await runQuietly(command, args, ROOT);
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const parsed = JSON.parse(output);
  // npm answers an array, newer ones an object by package name.
  /** @type {{ filename: string; files: { path: string }[] }[]} */
  const [packed] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  const files = (packed?.files ?? []).map((file) => file.path);
  const problems = [
    ...WANTED_FILES.filter((file) => !files.includes(file)).map((file) => `${file} is not in the package`),
    ...files.filter((file) => UNWANTED_FILES.test(file)).map((file) => `${file} should not be in the package`),
  ];
  return { archive: path.join(folder, packed?.filename ?? ''), files: files.length, problems };
}

/**
 * Every file directly in `src/` is a door, and has an `exports` entry.
 *
 * @param {readonly import('./setup/doors.mjs').Door[]} doors
 */
function doorListProblems(doors) {
  const listed = new Set(doors.map((door) => door.source));
  return readdirSync(path.join(ROOT, 'src'))
    .filter((file) => /^[^.]+\.ts$/.test(file) && !listed.has(`src/${file}`))
    .map((file) => `src/${file} is a door without an entry in the exports of package.json`);
}

/** @param {import('./setup/doors.mjs').Door} command */
function commandProblems({ output, source }) {
  const text = readFileSync(path.join(ROOT, 'dist', `${output}.js`), 'utf8');
  return text.startsWith('#!/usr/bin/env node\n') ? [] : [`${source} must begin with #!/usr/bin/env node`];
}

/** Follows the built door `callslip`, through dynamic imports too, looking for a module of Node. */
function browserDoorProblems() {
  const todo = [path.join(ROOT, 'dist', 'index.js')];
  const problems = [];
  for (const file of todo) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const next = path.resolve(path.dirname(file), specifier);
      if (specifier.startsWith('.') && !todo.includes(next)) todo.push(next);
      if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
        problems.push(`the door callslip reaches ${specifier} through ${path.relative(ROOT, file)}`);
      }
    }
  }
  return problems;
}

/**
 * Imports each door in a plain Node, by the name its users write.
 *
 * @param {readonly import('./setup/doors.mjs').Door[]} doors
 */
async function loadProblems(doors) {
  const problems = [];
  for (const { specifier } of doors) {
    const code = `const door = await import(${JSON.stringify(specifier)});
      if (Object.keys(door).length === 0) throw new Error('it exports no value');`;
    const args = ['--input-type=module', '--eval', code];
    const { code: exitCode, output } = await runQuietly(process.execPath, args, ROOT);
    if (exitCode !== 0) problems.push(`${specifier} cannot be imported:\n${output}`);
  }
  return problems;
}

/**
 * @param {string} packageName
 * @param {string[]} args
 * @param {string} [command]
 */
async function toolProblems(packageName, args, command) {
  const { code, output } = await runQuietly(process.execPath, [toolPath(ROOT, packageName, command), ...args], ROOT);
  return code === 0 ? [] : [`${command ?? packageName} finds fault:\n${output}`];
}

await checkPackage();
