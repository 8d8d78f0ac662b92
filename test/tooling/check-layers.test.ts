import { describe, expect, it } from 'vitest';
import { runScript } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: { module: 'NodeNext', moduleResolution: 'NodeNext', allowImportingTsExtensions: true, noEmit: true },
});
const GOOD = {
  'tsconfig.json': TSCONFIG,
  'package.json': '{ "name": "sample", "type": "module" }',
  'src/index.ts': "/** The door. */\nexport { a } from './registry/a.ts';\nexport type { B } from './base/b.ts';\n",
  'src/base/b.ts': 'export interface B { readonly b: 1 }\n',
  'src/registry/a.ts': "import type { B } from '../base/b.ts';\nexport const a: B = { b: 1 };\n",
  'src/registry/a.test.ts': "import '../testing/t.ts';\nimport '../base/b.ts';\nimport './a.ts';\n",
  'src/testing/t.ts': "export { a } from '../registry/a.ts';\n",
};
const BAD = {
  ...GOOD,
  'package.json': '{ "name": "sample", "type": "module", "dependencies": { "pino": "1.0.0" } }',
  'node_modules/pino/package.json': '{ "name": "pino", "version": "1.0.0", "main": "index.js" }',
  'node_modules/pino/index.js': '',
  'bench/x.ts': '',
  'src/node.ts': 'export const n = 1;\n',
  'src/mcp.ts': "export * from './base/b.ts';\n",
  'src/base/value.ts': "export { a } from '../registry/a.ts';\n",
  'src/base/type-only.ts': "import type { a } from '../registry/a.ts';\nexport type A = typeof a;\n",
  'src/base/dynamic.ts': "export const up = () => import('../registry/a.ts');\n",
  'src/base/door.ts': "export { n } from '../node.ts';\n",
  'src/base/files.ts': "export { readFileSync } from 'node:fs';\n",
  'src/base/log.ts': "import 'pino';\n",
  'src/base/circle.ts': "import type { D } from './round.ts';\nexport type C = D | 1;\n",
  'src/base/round.ts': "import type { C } from './circle.ts';\nexport type D = C | 2;\n",
  'src/base/uses-test.ts': "import './up.test.ts';\n",
  'src/base/up.test.ts': "import '../registry/a.ts';\n",
  'src/base/out.ts': "import '../../bench/x.ts';\n",
  'src/base/lost.ts': "import './gone.ts';\n",
  'src/schema/s.ts': "export { g } from '../guard/g.ts';\n",
  'src/guard/g.ts': 'export const g = 1;\n',
  'src/registry/a.ts': "export const a = () => import('./lazy.ts');\n",
  'src/registry/lazy.ts': "import 'pino';\nexport { readFileSync } from 'node:fs';\n",
  'src/extra/e.ts': '',
};
/** What the gate must find in the bad tree: title, file or folder, rule. */
const FINDINGS = [
  ['an import of a higher level', 'src/base/value.ts', 'layer-base'],
  ['a type-only import of a higher level', 'src/base/type-only.ts', 'layer-base'],
  ['a dynamic import of a higher level', 'src/base/dynamic.ts', 'layer-base'],
  ['an import of a door from below', 'src/base/door.ts', 'layer-base'],
  ['an import of another folder on the same level', 'src/schema/s.ts', 'layer-schema'],
  ['a test that reaches up', 'src/base/up.test.ts', 'layer-base-tests'],
  ['a module of Node in base/', 'src/base/files.ts', 'base-is-pure'],
  ['a package in base/', 'src/base/log.ts', 'base-is-pure'],
  ['a module of Node behind a dynamic import of the browser door', 'src/index.ts', 'browser-door'],
  ['a package that the browser door may not reach', 'src/index.ts', 'browser-door-packages'],
  ['a circle of types', 'src/base/circle.ts', 'no-circular'],
  ['an import of a test', 'src/base/uses-test.ts', 'no-import-of-tests'],
  ['an import out of src/', 'src/base/out.ts', 'no-import-out-of-src'],
  ['an import that leads nowhere', 'src/base/lost.ts', 'not-found'],
  ['a folder that is in no layer', 'src/extra/', 'not in the layer table'],
  ['a door with code of its own', 'src/node.ts', 'a door only re-exports'],
  ['a door that re-exports everything', 'src/mcp.ts', 'a door only re-exports'],
] as const;

describe('the layer gate', () => {
  it('passes a tree in which imports point down, and tests use testing/', async () => {
    const ending = await runScript('check-layers.mjs', temporaryTree(GOOD));
    expect(ending).toEqual({ code: 0, stdout: 'layers: 5 files, nothing wrong\n', stderr: '' });
  });

  it('does not pass a tree in which it finds no module', async () => {
    const root = temporaryTree({ 'tsconfig.json': TSCONFIG, 'src/readme.md': '' });
    expect(await runScript('check-layers.mjs', root)).toMatchObject({ code: 1 });
  });

  it('catches each kind of forbidden import', async () => {
    const { code, stderr } = await runScript('check-layers.mjs', temporaryTree(BAD));
    expect(code).toBe(1);
    for (const [title, place, finding] of FINDINGS) {
      const lines = stderr.split('\n').filter((line) => line.startsWith(`layers: ${place}`));
      expect.soft(lines.join('\n'), title).toMatch(new RegExp(`${finding}(?![\\w-])`));
    }
  });
});
