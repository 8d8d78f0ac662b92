import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { displayName } from './display-name.ts';
import { isHidden } from './hidden-characters.ts';

describe('displayName', () => {
  it('[SEC-16] shows what would spoof a log or dialog as escapes', () => {
    expect(displayName('delete\u202eelif')).toBe('delete\\u202eelif');
    expect(displayName('a\u2028b')).toBe('a\\u2028b');
    expect(displayName('read\u200b_file')).toBe('read\\u200b_file');
    expect(displayName('x\u{e0041}')).toBe('x\\u{e0041}');
    expect(displayName('a\nb\tc\u00a0d')).toBe('a\\u000ab\\u0009c\\u00a0d');
  });

  it('never shows two different names alike', () => {
    expect(displayName('a\\u202e')).not.toBe(displayName('a\u202e'));
    expect(displayName('read_file')).not.toBe(displayName('read\u200b_file'));
  });

  it('leaves readable names of any language alone', () => {
    expect(displayName('Create CIFS Share')).toBe('Create CIFS Share');
    expect(displayName('文件.読む')).toBe('文件.読む');
  });

  it('is bounded', () => {
    expect(displayName('abcdef', 4)).toBe('abc…');
    expect(displayName('\u202e'.repeat(1000), 20).length).toBeLessThanOrEqual(20);
  });

  it.prop([fc.string({ unit: 'binary', maxLength: 200 })])('is one line without hidden characters', (name) => {
    const shown = displayName(name);
    expect(shown.length).toBeLessThanOrEqual(80);
    expect(Array.from(shown).some(isHidden)).toBe(false);
    expect(shown).not.toMatch(/[\n\r\t]/);
  });
});
