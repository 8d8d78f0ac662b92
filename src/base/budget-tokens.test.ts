import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { budgetTokens } from './budget-tokens.ts';

describe('budgetTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['\u007f\u0000', 1],
    ['é', 1],
    ['查询天气', 4],
    ['😀', 1],
    ['abcde查😀', 4],
    ['a\u0301', 2],
  ])('counts %j as %i', (text, tokens) => expect(budgetTokens(text)).toBe(tokens));

  it.prop([fc.string({ unit: 'binary' })])(
    'is a quarter of the ASCII characters, rounded up, and one for each other',
    (text) => {
      const others = Array.from(text).filter((character) => (character.codePointAt(0) as number) > 127).length;
      expect(budgetTokens(text)).toBe(Math.ceil((Array.from(text).length - others) / 4) + others);
    },
  );
});
