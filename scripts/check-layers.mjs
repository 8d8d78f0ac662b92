import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEVELS } from '../.dependency-cruiser.mjs';
import { report } from './problems.mjs';
import { runChild, toolPath } from './setup/child.mjs';
import { filesUnder } from './setup/fingerprint.mjs';

const REPOSITORY = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * The layer gate. Cruising nothing counts as no violation to the cruiser, so every `.ts` file found on disk must be
 * among the modules it looked at.
 *
 * @param {string} root holds `src/` and `tsconfig.json`
 */
async function checkLayers(root) {
  const onDisk = filesUnder(path.join(root, 'src'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.relative(root, file).replaceAll('\\', '/'));
  const { violations, looked } = await cruise(root);
  const unseen = onDisk.filter((file) => !looked.has(file));
  const problems = [
    ...violations,
    ...unseen.map((file) => `${file}: the cruiser did not look at it`),
    ...unknownFolders(root),
    ...onDisk.filter((file) => /^src\/[^/]+\.ts$/.test(file)).flatMap((file) => doorProblems(root, file)),
  ];
  if (onDisk.length === 0) problems.push('src: no .ts file found');
  report('layers', problems, `${onDisk.length} files`);
}

/**
 * @param {string} root
 * @returns {Promise<{ violations: string[]; looked: Set<string> }>}
 */
async function cruise(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'callslip-layers-'));
  const output = path.join(folder, 'cruise.json');
  const config = path.join(REPOSITORY, '.dependency-cruiser.mjs');
  const command = toolPath(REPOSITORY, 'dependency-cruiser', 'depcruise');
  const args = [command, '--config', config, '--output-type', 'json', '--output-to', output, 'src'];
  try {
    await runChild(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    /** @type {import('dependency-cruiser').ICruiseResult} */
    const result = JSON.parse(readFileSync(output, 'utf8'));
    return {
      violations: result.summary.violations.map(describeViolation),
      looked: new Set(result.modules.map((module) => module.source)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import('dependency-cruiser').IViolation} violation */
function describeViolation({ rule, from, to, cycle, via }) {
  const road = (cycle ?? via ?? []).map((step) => step.name);
  return `${from} → ${[...(road.length > 0 ? road : [to])].join(' → ')}  (${rule.name})`;
}

/** @param {string} root */
function unknownFolders(root) {
  const known = new Set(LEVELS.flat());
  return readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map((entry) => `src/${entry.name}/: not in the layer table of .dependency-cruiser.mjs`);
}

/**
 * @param {string} root
 * @param {string} file
 */
function doorProblems(root, file) {
  if (file.endsWith('.test.ts')) return [];
  const code = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const rest = code.replace(/export (?:type )?\{[^}]*\} from '\.\/[^']+';/g, '').trim();
  return rest === '' ? [] : [`${file}: a door only re-exports by name, but has: ${rest.split('\n')[0]}`];
}

await checkLayers(path.resolve(process.argv[2] ?? REPOSITORY));
