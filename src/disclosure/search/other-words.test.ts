import { describe, expect, it } from 'vitest';
import { otherWords } from './other-words.ts';
import { normalise } from './tokenise.ts';

const terms = (text: string) => otherWords(normalise(text)).map((word) => word.terms);

describe('otherWords', () => {
  it('finds no other words in ASCII text', () => {
    expect(terms('List the issues, v2')).toEqual([]);
  });

  it('takes a run of letters of one script for a word, in lower case', () => {
    expect(terms('Météo actuelle')).toEqual([['météo']]);
    expect(terms('Погода в Slack, ΚΑΙΡΌΣ')).toEqual([['погода'], ['в'], ['καιρός']]);
    expect(terms('الطقس، اليوم')).toEqual([['الطقس'], ['اليوم']]);
  });

  it('keeps marks with the letters they belong to', () => {
    expect(terms('हिन्दी x̂ สวัสดี')).toEqual([['हिन्दी'], ['x̂'], ['สวัสดี']]);
  });

  it('ends a word where the script changes', () => {
    expect(terms('API接口')).toEqual([['接口']]);
    expect(terms('iPhoneы')).toEqual([['ы']]);
    expect(terms('메일app')).toEqual([['메일']]);
  });

  it('[SRC-08] turns Chinese, Japanese and Korean runs into pairs of characters, a single one into itself', () => {
    expect(terms('备份 每日')).toEqual([['备份'], ['每日']]);
    expect(terms('天气预报 查')).toEqual([['天气', '气预', '预报'], ['查']]);
    expect(terms('メールを送る')).toEqual([['メー', 'ール', 'ルを', 'を送', '送る']]);
    expect(terms('이메일')).toEqual([['이메', '메일']]);
  });

  it('counts characters, not code units', () => {
    expect(terms('𠮷野家')).toEqual([['𠮷野', '野家']]);
  });

  it('has no words of signs, marks, digits and emoji alone', () => {
    expect(terms('— … ❤️ 1️⃣ ٣ ー \u0301 🇨🇭 ″')).toEqual([]);
  });

  it('tells where a word stands', () => {
    expect(otherWords('a 中文 b')).toEqual([{ start: 2, end: 4, terms: ['中文'] }]);
  });
});
