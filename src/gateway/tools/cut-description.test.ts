import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { cutDescription } from './cut-description.ts';

describe('cutDescription', () => {
  it('leaves a short one alone', () => expect(cutDescription('Short.', 6, true)).toBe('Short.'));

  it('cuts at the end of a sentence', () => {
    expect(cutDescription('First one. Second one. And much more of it.', 30, false)).toBe('First one. Second one. …');
  });

  it('cuts at the end of a word where a sentence would cost too much', () => {
    expect(cutDescription('No. What follows has no end that anybody sees', 30, false)).toBe(
      'No. What follows has no end …',
    );
  });

  it('says where the rest is', () => {
    expect(cutDescription('word '.repeat(40), 60, true)).toBe(
      'word word word word word … (tool_describe has the rest)',
    );
  });

  it('takes no half of a character', () => {
    expect(cutDescription('😀'.repeat(40), 20, false)).toMatch(/^(?:😀)+ …$/u);
  });

  test.prop([fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 40, max: 300 }), fc.boolean()])(
    'keeps the limit, and says so when it cuts',
    (text, limit, isDescribed) => {
      const cut = cutDescription(text, limit, isDescribed);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut === text || cut.includes('…')).toBe(true);
    },
  );
});
