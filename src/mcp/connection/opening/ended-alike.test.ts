import { expect, it } from 'vitest';
import { endedAlike } from './ended-alike.ts';

const ended = (code: number | null, stderr = '', signal: NodeJS.Signals | null = null) => ({
  exit: { code, signal },
  stderr,
});

it.each([
  [true, 'the same code and words', ended(1, 'no key'), ended(1, 'no key')],
  [true, 'words that differ in numbers', ended(1, '[17] port 80'), ended(1, '[18] port 81')],
  [false, 'other words', ended(1, 'no key'), ended(1, 'no database')],
  [false, 'another code', ended(1, 'no key'), ended(2, 'no key')],
  [false, 'a signal from outside', ended(null, '', 'SIGKILL'), ended(null, '', 'SIGKILL')],
  [false, 'one that still runs', ended(1), { exit: undefined, stderr: '' }],
  [false, 'one run alone', undefined, ended(1)],
])('says %j of two runs of a program with %s', (isAlike, _what, first, second) => {
  expect(endedAlike(first, second)).toBe(isAlike);
});

it('takes no run for two', () => {
  const run = ended(1, 'no key');
  expect(endedAlike(run, run)).toBe(false);
});
