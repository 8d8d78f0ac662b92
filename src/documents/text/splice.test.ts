import { expect, it } from 'vitest';
import { applySplices } from './splice.ts';

it('makes splices by the offsets of the text before, in any order, and leaves out once what several take', () => {
  const splices = [
    { start: 8, end: 8, text: '!' },
    { start: 1, end: 5, text: '' },
    { start: 2, end: 3, text: '' },
    { start: 0, end: 1, text: 'A' },
  ];
  expect(applySplices('abcdefgh', splices)).toBe('Afgh!');
});
