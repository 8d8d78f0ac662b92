import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine, styleFor } from './printable.ts';

describe('printable', () => {
  it('shows what would steer the terminal or reorder the line', () => {
    expect(printable('a\u001b[31mred\u0007\u009b2J\r\rb\u202ec\u007f')).toBe(
      'a\\x1b[31mred\\x07\\x9b2J\\x0d\\x0db\\u202ec\\x7f',
    );
  });

  it('leaves text of any script, line feeds and tabs alone', () => {
    expect(printable('数据\tمرحبا 👩‍💻\nend\r\n')).toBe('数据\tمرحبا 👩‍💻\nend\n');
  });
});

describe('printableLine', () => {
  it('is one line', () => expect(printableLine(' a\n\n b\t\u001bc ')).toBe('a b \\x1bc'));
});

describe('printableJson', () => {
  it('is the same value', () => {
    const value = { text: 'a\u001b\u009b\u202e数\n', '\u0085': 1 };
    const shown = printableJson(JSON.stringify(value));
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).not.toMatch(/[\u0080-\u009f\u202e]/);
  });
});

describe('styleFor', () => {
  it('colours for a terminal only, and not against the user’s wish', () => {
    expect(styleFor(true, {}).bad('x')).toContain('\u001b[');
    expect(styleFor(true, { NO_COLOR: '' }).bad('x')).toContain('\u001b[');
    expect(styleFor(true, { NO_COLOR: '1' }).bad('x')).toBe('x');
    expect(styleFor(true, { TERM: 'dumb' }).bad('x')).toBe('x');
    expect(styleFor(false, {}).bad('x')).toBe('x');
  });
});
