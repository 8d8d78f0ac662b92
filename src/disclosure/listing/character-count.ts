import type { CharacterCount } from '../../base/budget-tokens.ts';

/** Characters of two texts together. */
export function plus(a: CharacterCount, b: CharacterCount): CharacterCount {
  return { ascii: a.ascii + b.ascii, other: a.other + b.other };
}

/** What is left of `a` without `b`. */
export function minus(a: CharacterCount, b: CharacterCount): CharacterCount {
  return { ascii: a.ascii - b.ascii, other: a.other - b.other };
}
