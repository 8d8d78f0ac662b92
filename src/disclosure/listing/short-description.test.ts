import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { shortDescription } from './short-description.ts';

describe('shortDescription', () => {
  it.each([
    ['Open an issue. Second sentence dropped.', 'Open an issue.'],
    ['word '.repeat(40), `${Array(12).fill('word').join(' ')}…`],
    ['Create an issue (e.g. a bug report) in a repository.', 'Create an issue (e.g. a bug report) in a repository.'],
    ['Foo etc. bar. baz', 'Foo etc. bar.'],
    ['List repos! Supports pagination.', 'List repos!'],
    ['x'.repeat(80), `${'x'.repeat(60)}…`],
    ['Speaks v1.2 of api.github.com now', 'Speaks v1.2 of api.github.com now'],
    ['Is it there? Says so.', 'Is it there?'],
    ['  two\n\tlines\r\nas \u2028one  ', 'two lines as one'],
    ['', ''],
    [' \n ', ''],
  ])('[TS-11.5.7] makes of %j %j', (description, short) => expect(shortDescription(description)).toBe(short));

  it('[TS-11.5.16] takes the full stop of a title for the end of a sentence', () => {
    expect(shortDescription('Contact Dr. Smith for help. Runs daily.')).toBe('Contact Dr.');
    expect(shortDescription('Compares one vs. the other.')).toBe('Compares one vs.');
  });

  it('drops the punctuation before an ellipsis, and never half a character', () => {
    const words = `${'a'.repeat(57)}, then more and more`;
    expect(shortDescription(words)).toBe(`${'a'.repeat(57)}…`);
    expect(shortDescription('😀'.repeat(70))).toBe(`${'😀'.repeat(60)}…`);
  });

  test.prop([fc.string({ unit: 'grapheme', maxLength: 300 })])(
    'is one line of at most 61 characters',
    (description) => {
      const short = shortDescription(description);
      expect([...short].length).toBeLessThanOrEqual(61);
      expect(short).not.toMatch(/[\n\r\v\f\u2028\u2029]|^ | $/u);
    },
  );
});
