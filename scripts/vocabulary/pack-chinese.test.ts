import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { openChinese } from '../../src/disclosure/related/vocabulary/translate-chinese.ts';
import { type Translations, toShares } from './align.ts';
import { packChinese } from './pack-chinese.ts';

function open(translations: Translations, stopWords: readonly string[] = [], untranslated: readonly string[] = []) {
  const simplified = new Map([['氣', '气']]);
  return openChinese(
    packChinese({ translations, stopWords: new Set(stopWords), untranslated: new Set(untranslated), simplified }),
  );
}

describe('a packed table', () => {
  it('is read as it was packed', () => {
    const weather = toShares(
      new Map([
        ['weather', 3],
        ['sky', 1],
      ]),
    );
    const table = open(
      new Map([
        ['天气', weather],
        ['天', new Map([['day', 1]])],
      ]),
      ['请'],
      ['天真'],
    );
    expect(table.translate('请天氣天真天')).toEqual([
      {
        start: 1,
        end: 3,
        translations: [
          { term: 'weather', weight: 0.75 },
          { term: 'sky', weight: 0.25 },
        ],
      },
      { start: 3, end: 5, translations: [] },
      { start: 5, end: 6, translations: [{ term: 'day', weight: 1 }] },
    ]);
  });

  test.prop([fc.integer({ min: 1, max: 7000 }), fc.nat()], { numRuns: 20 })(
    'finds each of any number of stems',
    (count, seed) => {
      const stems = Array.from({ length: count }, (_, i) => `s${i}`);
      const wordOf = (i: number) => String.fromCharCode(0x4e00 + Math.floor(i / 128), 0x4e00 + (i % 128));
      const table = open(new Map(stems.map((name, i) => [wordOf(i), new Map([[name, 1]])])));
      const asked = seed % count;
      expect(table.translate(wordOf(asked))).toMatchObject([{ translations: [{ term: `s${asked}`, weight: 1 }] }]);
    },
  );
});
