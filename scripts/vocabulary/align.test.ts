import { describe, expect, it } from 'vitest';
import { align, type Translations } from './align.ts';

const TEXTS = [
  { chinese: ['查询', '天气'], english: ['get', 'weather'] },
  { chinese: ['查询', '汇率'], english: ['get', 'rate'] },
  { chinese: ['发送', '邮件'], english: ['send', 'mail'] },
  { chinese: ['查询', '邮件'], english: ['get', 'mail'] },
];

function best(translations: Translations, word: string): string | undefined {
  return [...(translations.get(word) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0];
}

describe('aligned texts', () => {
  it('tell what each word means from the words it stands with', () => {
    const learned = align(TEXTS, new Map());
    const words = ['查询', '天气', '汇率', '发送', '邮件'];
    expect(words.map((word) => best(learned, word))).toEqual(['get', 'weather', 'rate', 'send', 'mail']);
  });

  it('add to what the dictionary says, in measure', () => {
    const learned = align(TEXTS, new Map([['天气', new Map([['climat', 1]])]])).get('天气');
    expect(learned?.get('climat')).toBeGreaterThan(learned?.get('weather') ?? 1);
    expect(learned?.get('weather')).toBeGreaterThan(0);
  });

  it('give weights that add up to 1', () => {
    for (const row of align(TEXTS, new Map()).values()) {
      expect([...row.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
    }
  });
});
