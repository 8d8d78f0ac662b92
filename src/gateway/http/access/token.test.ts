import { describe, expect, it } from 'vitest';
import { createTokenCheck } from './token.ts';

const check = (tokens: string[], authorization?: string) =>
  createTokenCheck(tokens)(new Headers(authorization === undefined ? {} : { authorization }));

describe('the token check', () => {
  it('lets everyone in when there is no token', () => {
    expect(check([])).toBe('ok');
    expect(check([], 'Bearer anything')).toBe('ok');
  });

  it('takes any of the tokens, and the scheme in any case', () => {
    expect(check(['one', 'two'], 'Bearer two')).toBe('ok');
    expect(check(['one'], 'bearer  one ')).toBe('ok');
  });

  it.each([undefined, '', 'Basic one', 'one', 'Bearer', 'Bearer one two'])('finds no token in %j', (header) => {
    expect(check(['one'], header)).toBe('missing');
  });

  it.each(['Bearer on', 'Bearer onee', 'Bearer ONE', 'Bearer x'])('refuses %j', (header) => {
    expect(check(['one'], header)).toBe('wrong');
  });
});
