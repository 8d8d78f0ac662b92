/** A number from 0 to below 1, another each time. */
export type Random = () => number;

/** The same numbers for the same seed. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
