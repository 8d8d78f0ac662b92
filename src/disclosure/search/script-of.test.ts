import { describe, expect, it } from 'vitest';
import { LETTER_RANGES } from './letter-ranges.data.ts';
import { scriptOf } from './script-of.ts';

/** What the engine's own Unicode tables say: the names by which the table's groups go there. */
const NAMES: Readonly<Record<string, string>> = {
  mark: 'Inherited',
  shared: 'Common',
  cjk: 'Han Hiragana Katakana Bopomofo',
  ...Object.fromEntries(
    Object.keys(LETTER_RANGES)
      .filter((group) => !['mark', 'shared', 'cjk'].includes(group))
      .map((group) => [
        group,
        group.replace(/^[a-z]|[A-Z]/g, (letter, at) => (at > 0 ? '_' : '') + letter.toUpperCase()),
      ]),
  ),
};
const classes = Object.entries(NAMES).map(([group, names]) => {
  const scripts = names.split(' ').map((name) => `\\p{Script=${name}}`);
  return { group, pattern: new RegExp(`^[${scripts.join('')}]$`, 'u') };
});
const LETTER_OR_MARK = /^[\p{L}\p{M}\u3007]$/u;
const UNASSIGNED = /^\p{Cn}$/u;

function* codePoints(): Generator<number> {
  for (let codePoint = 0x80; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint < 0xd800 || codePoint > 0xf8ff) yield codePoint;
  }
}

describe('scriptOf', () => {
  it('knows ASCII letters', () => {
    const ascii = Array.from({ length: 128 }, (_, codePoint) => codePoint);
    const letters = ascii.filter((codePoint) => scriptOf(codePoint) === 'latin');
    expect(String.fromCharCode(...letters)).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });

  it('calls letters only what Unicode calls letters or marks of that script', () => {
    const wrong: string[] = [];
    for (const codePoint of codePoints()) {
      const group = scriptOf(codePoint);
      const character = String.fromCodePoint(codePoint);
      if (group === undefined || UNASSIGNED.test(character) || character.normalize('NFKC') !== character) continue;
      const pattern = classes.find((each) => each.group === group)?.pattern;
      if (!LETTER_OR_MARK.test(character) || pattern?.test(character) !== true) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it.skipIf(Number.parseFloat(process.versions['unicode'] ?? '99') > 17)(
    'knows every letter of the scripts it has',
    () => {
      const scripts = classes.filter(({ group }) => group !== 'mark' && group !== 'shared');
      const missed: string[] = [];
      for (const codePoint of codePoints()) {
        const character = String.fromCodePoint(codePoint);
        if (scriptOf(codePoint) !== undefined || !LETTER_OR_MARK.test(character)) continue;
        if (character.normalize('NFKC') !== character) continue;
        const script = scripts.find(({ pattern }) => pattern.test(character));
        if (script !== undefined) missed.push(`${script.group} ${codePoint.toString(16)}`);
      }
      // Free variation selectors only choose a shape.
      expect(missed).toEqual(['mongolian 180b', 'mongolian 180c', 'mongolian 180d', 'mongolian 180f']);
    },
  );
});
