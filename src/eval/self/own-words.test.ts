import { describe, expect, it } from 'vitest';
import { firstSentence, inWords } from './own-words.ts';

describe('inWords', () => {
  it.each([
    ['create_issue', 'create issue'],
    ['createPR', 'create PR'],
    ['listPRs', 'list PRs'],
    ['getToDoById', 'get To Do By Id'],
    ['getHTTPServerStatus', 'get HTTP Server Status'],
    ['list-AuthN_mappings', 'list AuthN mappings'],
    ['convert.to#pdf/a2', 'convert to pdf a2'],
    ['查询天气', '查询天气'],
    ['__', ''],
  ])('%s is %s', (name, words) => {
    expect(inWords(name)).toBe(words);
  });
});

describe('firstSentence', () => {
  it.each([
    ['Opens an issue. Needs a title.', 'Opens an issue.'],
    ['Reads files, e.g. notes.\n\nMore.', 'Reads files, e.g. notes.'],
    ['Version 1.2 of a\n  thing', 'Version 1.2 of a thing'],
    ['查询天气。返回温度。', '查询天气。'],
    ['  ', ''],
  ])('of %j is %j', (description, sentence) => {
    expect(firstSentence({ description })).toBe(sentence);
  });

  it('of a very long one is its first words, none of them cut', () => {
    const sentence = firstSentence({ description: 'wonderful '.repeat(60) });
    expect(sentence).toBe('wonderful '.repeat(20).trim().slice(0, 199));
    expect(firstSentence({ description: '天'.repeat(300) })).toBe('天'.repeat(200));
  });
});
