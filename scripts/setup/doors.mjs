import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * One way into the package. `output` is the built module without its extension (`node`, `cli/main`); the source
 * is always `src/<output>.ts`.
 *
 * @typedef {{ readonly specifier: string; readonly output: string; readonly source: string }} Door
 */

/**
 * The package's doors and commands, read from `exports` and `bin` of package.json: the one list that the build and
 * the package check share. To add a door, add its `exports` entry.
 *
 * @param {string} root
 * @returns {{ name: string; doors: Door[]; commands: Door[] }}
 */
export function readDoors(root) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  /** @type {[string, string | { default: string }][]} */
  const exported = Object.entries(manifest.exports ?? {});
  const doors = exported.flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [toDoor(manifest.name + subpath.slice(1), target.default)],
  );
  /** @type {[string, string][]} */
  const bins = Object.entries(manifest.bin ?? {});
  return { name: manifest.name, doors, commands: bins.map(([name, target]) => toDoor(name, target)) };
}

/**
 * @param {string} specifier
 * @param {string} target
 * @returns {Door}
 */
function toDoor(specifier, target) {
  const output = /^(?:\.\/)?dist\/(.+)\.js$/.exec(target)?.[1];
  if (!output) throw new Error(`package.json: ${specifier} must point at ./dist/<name>.js, not at ${target}`);
  return { specifier, output, source: `src/${output}.ts` };
}
