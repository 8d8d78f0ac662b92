import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** What `package.json` says of this package. */
export function readManifest() {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
}

/**
 * How a client starts the published package: the one place that install links are made from. It is what `callslip init`
 * writes when it was itself started by npx.
 *
 * @returns {{ name: string; command: string; args: string[] }}
 */
export function publishedLaunch() {
  const { name, version } = readManifest();
  return { name, command: 'npx', args: ['-y', `${name}@${version}`, 'serve'] };
}
