import { describe, expect, it } from 'vitest';
import { leastProcessorMs, slowness } from '../../../test/processor-time.ts';
import { stem } from './stem.ts';
import { asciiRuns, asciiWords, normalise } from './tokenise.ts';

const tokenise = (text: string) => asciiWords(text).map(stem);

describe('tokenise', () => {
  it('[TS-11.3.7] stems runs of ASCII letters and digits, in order, repeats kept', () => {
    expect(tokenise('issues creating')).toEqual(['issu', 'creat']);
    expect(tokenise('creating messages')).toEqual(tokenise('create message'));
    expect(tokenise("the user's list, list_v2")).toEqual(['the', 'user', 's', 'list', 'list', 'v2']);
    expect(tokenise('')).toEqual([]);
  });

  it('takes everything outside ASCII for a separator', () => {
    expect(tokenise(normalise('Météo 天气 forecast'))).toEqual(['m', 't', 'o', 'forecast']);
    expect(tokenise(normalise('添加一条笔记'))).toEqual([]);
  });

  it('tells where each run starts', () => {
    expect(asciiRuns('é list_2')).toEqual([
      { start: 2, run: 'list' },
      { start: 7, run: '2' },
    ]);
  });
});

describe('normalise', () => {
  it('leaves ASCII text as it is', () => {
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i));
    expect(normalise(ascii)).toBe(ascii);
  });

  it('reads full-width, decomposed, ligature and mathematical forms as what they stand for', () => {
    expect(tokenise(normalise('ＡＰＩ ２ ﬁle 𝗦𝗹𝗮𝗰𝗸'))).toEqual(['api', '2', 'file', 'slack']);
    expect(normalise('Me\u0301te\u0301o')).toBe('Météo');
    expect(normalise('ﾒｰﾙ')).toBe('メール');
  });

  it('keeps thirty marks on one letter, and takes no time for a megabyte of them', async () => {
    const thirty = `x${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`;
    expect(normalise(thirty)).toBe(thirty);
    expect(normalise(`${thirty}\u0301y`)).toBe(`${thirty}y`);
    for (const pair of ['\u0301\u0316', '\uff9e\u0301']) {
      const stacked = `x${pair.repeat(500_000)}`;
      expect(await leastProcessorMs(() => normalise(stacked))).toBeLessThan(500 * (await slowness()));
    }
  });

  it.each(['Salesforce™', '①Salesforce', 'Salesforce²', '½Salesforce', 'Salesforce🄰'])(
    'does not glue a sign to a word: %s',
    (text) => {
      expect(tokenise(normalise(text))).toEqual(tokenise('Salesforce'));
    },
  );
});
