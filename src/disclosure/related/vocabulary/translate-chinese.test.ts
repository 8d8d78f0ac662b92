import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { CHINESE } from './chinese.data.ts';
import { openChinese } from './translate-chinese.ts';

const chinese = openChinese(CHINESE);

function wordsOf(run: string): string[] {
  return chinese.translate(run).map(({ start, end }) => run.slice(start, end));
}

function termsOf(run: string): string[][] {
  return chinese.translate(run).map(({ translations }) => translations.map(({ term }) => term));
}

describe('the table of Chinese words', () => {
  it('finds the English stems of requests', () => {
    expect(termsOf('查天气')).toEqual([expect.arrayContaining(['search', 'get']), ['weather']]);
    expect(termsOf('给妈妈打电话').flat()).toEqual(expect.arrayContaining(['mother', 'phone', 'call']));
    expect(termsOf('美元兑人民币的汇率').flat()).toEqual(expect.arrayContaining(['dollar', 'exchang', 'rate']));
  });

  it('takes the longest word at each place and says where it stands', () => {
    expect(wordsOf('备份数据库')).toEqual(['备份', '数据库']);
    expect(chinese.translate('备份数据库')[1]).toEqual({
      start: 2,
      end: 5,
      translations: expect.arrayContaining([{ term: 'databas', weight: expect.any(Number) }]),
    });
  });

  it('leaves out words that say nothing about what is wanted', () => {
    expect(wordsOf('请帮我查一下天气')).toEqual(['查', '天气']);
    expect(wordsOf('谢谢')).toEqual([]);
  });

  it('reads traditional characters as simplified ones', () => {
    expect(termsOf('檢查資料庫')).toEqual(termsOf('检查资料库'));
    expect(termsOf('電話')).toEqual(termsOf('电话'));
  });

  it('gives the likeliest translation first, with weights that add up to 1', () => {
    for (const { translations } of chinese.translate('预约明天上午的会议')) {
      const weights = translations.map(({ weight }) => weight);
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
    }
  });

  it('takes a name that it does not know for one word without translation', () => {
    expect(chinese.translate('周杰伦')).toEqual([{ start: 0, end: 3, translations: [] }]);
  });

  it('keeps a word of one character beside one character that it does not know', () => {
    expect(termsOf('龘查').flat()).toEqual(termsOf('查').flat());
    expect(termsOf('查')).toEqual([expect.arrayContaining(['search'])]);
  });

  it('translates no run with kana, which is Japanese, and no other script', () => {
    expect(chinese.translate('天気を調べる')).toEqual([]);
    expect(termsOf('날씨').flat()).toEqual([]);
  });

  it('reads only the beginning of a very long run', () => {
    const words = chinese.translate('天气'.repeat(500_000));
    expect(words).toHaveLength(512);
    expect(words.at(-1)?.end).toBe(1024);
  });

  test.prop([
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'请帮我查天气电話打把個一周杰伦かA?.!') }),
    ),
  ])('gives words in order that do not overlap, whatever the run', (run) => {
    let last = 0;
    for (const { start, end } of chinese.translate(run)) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(run.length);
      last = end;
    }
  });
});
