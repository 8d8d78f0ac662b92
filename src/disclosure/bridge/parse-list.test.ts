import { describe, expect, it } from 'vitest';
import { parseList } from './parse-list.ts';

const RULES = { key: 'queries', max: 2, hint: 'send less' };
const items = (value: unknown) => {
  const parsed = parseList(value, RULES);
  return parsed.ok ? parsed.items : parsed.error;
};

describe('parseList', () => {
  it('takes one text for a list of one, trims, and drops what is blank', () => {
    expect(items(' post slack message ')).toEqual(['post slack message']);
    expect(items([' a ', '', null, 0, '  ', 7])).toEqual(['a', '7']);
    expect(items(['a', 'a'])).toEqual(['a', 'a']);
  });

  it('[TS-11.4.12] takes the JSON text of a list for one text', () => {
    expect(items('["a","b"]')).toEqual(['["a","b"]']);
  });

  it('says what is wrong, and what to send', () => {
    const refused = (message: string) => ({ code: 'invalid-arguments', message, hint: 'send less' });
    for (const value of [undefined, null, 5, { a: 1 }]) {
      expect(items(value)).toEqual(refused("'queries' must be a list of strings"));
    }
    for (const value of [[], '', ['  ', '']]) expect(items(value)).toEqual(refused("'queries' is empty"));
    expect(items(['a', { query: 'b' }])).toEqual(refused("'queries' must be a list of strings; entry 1 is none"));
    expect(items(['a', 'b'])).toEqual(['a', 'b']);
    expect(items(['a', 'b', 'c'])).toEqual(refused('too many queries: 3, and at most 2 go into one call'));
  });
});
