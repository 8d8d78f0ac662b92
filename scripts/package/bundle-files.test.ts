import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../test/tooling/temporary-tree.ts';
import { bundleFiles } from './bundle-files.mjs';

const manifest = (version: string) => JSON.stringify({ version });

/** A checkout with packages as npm installs them. */
function checkout(installed: string) {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/used': { version: '1.0.0' },
    'node_modules/used/node_modules/inner': { version: '2.0.0' },
    'node_modules/used/node_modules/maybe': { version: '2.0.0', optional: true },
    'node_modules/tool': { version: '3.0.0', dev: true },
    'node_modules/maybe': { version: '4.0.0', optional: true },
  };
  return temporaryTree({
    'package-lock.json': JSON.stringify({ packages }),
    LICENSE: 'MIT',
    'README.md': '',
    'dist/main.js': '',
    'dist/main.d.ts': '',
    'dist/main.js.map': '',
    'dist/.build-stamp': '',
    'node_modules/used/package.json': manifest(installed),
    'node_modules/used/index.cjs': '',
    'node_modules/used/index.d.cts': '',
    'node_modules/used/node_modules/inner/package.json': manifest('2.0.0'),
    'node_modules/used/node_modules/maybe/package.json': manifest('2.0.0'),
    'node_modules/tool/package.json': manifest('3.0.0'),
    'node_modules/maybe/package.json': manifest('4.0.0'),
  });
}

describe('bundleFiles', () => {
  it('takes what runs: what is built, and the packages for production with what is in them', () => {
    expect([...bundleFiles(checkout('1.0.0')).keys()].sort()).toEqual([
      'LICENSE',
      'dist/main.js',
      'node_modules/used/index.cjs',
      'node_modules/used/node_modules/inner/package.json',
      'node_modules/used/package.json',
    ]);
  });

  it('refuses a package that is not the one in the lockfile', () => {
    expect(() => bundleFiles(checkout('1.0.1'))).toThrow(
      'node_modules/used is 1.0.1, and 1.0.0 in the lockfile; run: npm ci',
    );
  });
});
