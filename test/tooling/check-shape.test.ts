import { expect, it } from 'vitest';
import { runScript } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

const LONG = 'export const a = 1;\n'.repeat(301);

/** So many files in one folder. */
function folderOf(count: number, name: (index: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 'export {};\n']));
}

it('passes a tree of small, well named files', async () => {
  const root = temporaryTree({
    'src/index.ts': 'export {};\n',
    'src/base/long.data.ts': LONG,
    'src/base/long.test.ts': LONG,
    ...folderOf(15, (index) => `src/registry/file-${index}.ts`),
    ...folderOf(20, (index) => `src/registry/file-${index}.test.ts`),
    ...folderOf(20, (index) => `src/door-${index}.ts`),
  });
  expect(await runScript('check-shape.mjs', root)).toMatchObject({ code: 0, stderr: '' });
});

it('names long files, full and deep folders and names that say nothing', async () => {
  const root = temporaryTree({
    'src/base/long.ts': LONG,
    'src/a/b/c/d/e/deep.ts': 'export {};\n',
    'src/base/utils.ts': 'export {};\n',
    'src/helpers/one.ts': 'export {};\n',
    'src/base/index.ts': 'export {};\n',
    ...folderOf(16, (index) => `src/registry/file-${index}.ts`),
  });
  const { code, stderr } = await runScript('check-shape.mjs', root);
  expect(stderr.trimEnd().split('\n').sort()).toEqual([
    'shape: src/a/b/c/d/e/: 5 folders below src/, at most 4',
    expect.stringContaining('src/base/index.ts: "index.ts" says nothing'),
    expect.stringContaining('src/base/long.ts: 301 lines, at most 300'),
    expect.stringContaining('src/base/utils.ts: "utils.ts" says nothing'),
    expect.stringContaining('src/helpers/one.ts: "helpers" says nothing'),
    'shape: src/registry/: 16 source files, at most 15',
  ]);
  expect(code).toBe(1);
});

it('does not pass a tree in which it finds nothing', async () => {
  expect(await runScript('check-shape.mjs', temporaryTree({ 'readme.md': '' }))).toMatchObject({ code: 1 });
});
