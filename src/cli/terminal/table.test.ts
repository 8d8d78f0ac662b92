import { describe, expect, it } from 'vitest';
import { displayWidth, fitColumns, padColumns } from './display-width.ts';
import { table } from './table.ts';

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['数据库', 6],
    ['한국', 4],
    ['カナ', 4],
    ['ｶﾅ', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['🏠', 2],
    ['a\u200db', 2],
    ['', 0],
  ])('takes %s for %i columns', (text, width) => expect(displayWidth(text)).toBe(width));
});

describe('fitColumns', () => {
  it('never cuts through a wide character', () => {
    expect(fitColumns('数据库工具', 6)).toBe('数据…');
    expect(fitColumns('数据库', 6)).toBe('数据库');
    expect(fitColumns('abc', 2)).toBe('a…');
    expect(fitColumns('abc', 0)).toBe('');
  });
});

describe('padColumns', () => {
  it('fills up by columns', () => {
    expect(padColumns('数据', 6)).toBe('数据  ');
    expect(padColumns('7', 3, 'right')).toBe('  7');
    expect(padColumns('long', 2)).toBe('long');
  });
});

describe('table', () => {
  it('aligns text of every script, and numbers at the right', () => {
    const rows = [
      ['数据库', '3', 'ready'],
      ['files', '14', 'starting'],
    ];
    expect(table(rows, { heads: ['source', 'tools', 'state'], right: [1], indent: '  ' })).toBe(
      ['  source  tools  state', '  数据库      3  ready', '  files      14  starting'].join('\n'),
    );
  });

  it('cuts the last column to the width there is', () => {
    expect(table([['a', 'a long description']], { width: 10 })).toBe('a  a long…');
  });

  it('leaves nothing behind the last column, and colours cells without disturbing the columns', () => {
    const styles = [(cell: string) => `<${cell}>`];
    expect(
      table(
        [
          ['a', ''],
          ['bbb', 'x'],
        ],
        { styles },
      ),
    ).toBe('<a  >\n<bbb>  x');
    expect(table([])).toBe('');
  });
});
