import { describe, expect, it } from 'vitest';
import { type Ending, runScript } from './run-program.ts';
import { temporaryTree } from './temporary-tree.ts';

const PAGE = '# Page\n\n| id | promise | source |\n|---|---|---|\n';
const EXCEPTED = '# Excepted\n\n| id | reason |\n|---|---|\n';
const BAR = '|';

/** An id in brackets; put together, so that this file itself cites none of the ids it speaks of. */
function tag(id: string): string {
  return `[${id}]`;
}

/** A test file whose titles cite the ids. */
function citing(...ids: readonly string[]): string {
  return ids.map((id) => `it('${tag(id)} does it', () => {});\n`).join('');
}

function check(files: Readonly<Record<string, string>>): Promise<Ending> {
  return runScript('check-rules.mjs', temporaryTree(files));
}

describe('the rules gate', () => {
  it('passes when every promise has a test', async () => {
    const ending = await check({
      'docs/rules/a.md': `${PAGE}| AB-1 | one | spec |\n| AB-2.3 | two \\${BAR} more | spec |\n`,
      'docs/rules/b.md': `${PAGE}| CD-04 | three | spec |\n`,
      'docs/rules/excepted.md': `${EXCEPTED}| CD-05 | old |\n`,
      'src/a.test.ts': citing('AB-1', 'CD-04'),
      'test/b.test.ts': `it.each([['${tag('AB-2.3')} a', 1]])('%s', () => {});\n`,
    });
    expect(ending).toEqual({ code: 0, stdout: 'rules: 3 promises, 1 exceptions, nothing wrong\n', stderr: '' });
  });

  it('reads several ids in one title, and a title on a line of its own', async () => {
    const { code } = await check({
      'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n| AB-2 | two | s |\n`,
      'a.test.ts': `it(\n  '${tag('AB-1')} ${tag('AB-2')} both',\n  () => {},\n);\n`,
    });
    expect(code).toBe(0);
  });

  it.each([
    ['a promise without a test', 'a.md:5: AB-1 has no test', { 'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n` }],
    [
      'a promise whose only test is skipped',
      'AB-1 has no test',
      { 'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n`, 'a.test.ts': citing('AB-1').replace('it(', 'it.skip(') },
    ],
    [
      'a promise cited in a comment only',
      'AB-1 has no test',
      { 'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n`, 'a.test.ts': '// [AB-1] is proven elsewhere\n' },
    ],
    [
      'an unknown id in a test',
      'a.test.ts:2: cites AB-9',
      { 'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n`, 'a.test.ts': citing('AB-1', 'AB-9') },
    ],
    [
      'an id both promised and excepted',
      'excepted.md:5: AB-1 is already in a.md:5',
      {
        'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n`,
        'docs/rules/excepted.md': `${EXCEPTED}| AB-1 | old |\n`,
        'a.test.ts': citing('AB-1'),
      },
    ],
    [
      'an id promised twice',
      'a.md:6: AB-1 is already in a.md:5',
      { 'docs/rules/a.md': `${PAGE}| AB-1 | one | s |\n| AB-1 | two | s |\n`, 'a.test.ts': citing('AB-1') },
    ],
    ['a row without a source', 'AB-1 needs 3 filled cells', { 'docs/rules/a.md': `${PAGE}| AB-1 | one | |\n` }],
    ['an exception without a reason', 'needs 2 filled', { 'docs/rules/excepted.md': `${EXCEPTED}| AB-1 | |\n` }],
    ['a row that has no id', '"one" is not an id', { 'docs/rules/a.md': `${PAGE}| one | two | s |\n` }],
    ['a folder without promises', 'no promise found', { 'docs/rules/a.md': '# Page\n' }],
  ])('fails on %s', async (_title, finding, files) => {
    const { code, stderr } = await check(files);
    expect(stderr).toContain(finding);
    expect(code).toBe(1);
  });
});
