import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The name this package has, and gives itself towards servers and clients. */
export const PACKAGE_NAME = 'callslip';

let root: string | undefined;

/** The folder of this package, whether it runs from source, built, or installed. */
export function packageRoot(): string {
  root ??= findRoot(path.dirname(fileURLToPath(import.meta.url)));
  return root;
}

/** The version this package gives itself. */
export function packageVersion(): string {
  return readManifest(packageRoot())?.version ?? 'unknown';
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (readManifest(folder)?.name === PACKAGE_NAME) return folder;
    if (folder === path.dirname(folder))
      throw new Error(`the package ${PACKAGE_NAME} has no package.json above ${start}`);
  }
}

function readManifest(folder: string): { readonly name?: string; readonly version?: string } | undefined {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
