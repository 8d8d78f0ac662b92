import type { Signs } from './confidence.ts';
import type { Features } from './features.ts';

/** How much each feature counts; fitted on training halves by `scripts/relevance/fit.ts`. */
export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  words: 10.5,
  name: -1.54,
  opening: 1.12,
  source: 0.43,
  near: 3.77,
  named: 1.99,
  meaning: 7.35,
};

/** How much each sign counts for a catalogue's having an answer: above 0 in sum, there is one. */
export const CONFIDENCE: Readonly<Record<keyof Signs | 'base', number>> = {
  base: -3.91,
  score: 0.458,
  brevity: 0.7,
  atHome: 0.996,
  telling: 0.065,
};
