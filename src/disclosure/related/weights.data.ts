import type { Signs } from './confidence.ts';
import type { Features } from './features.ts';

/** How much each feature counts; fitted on training halves by `scripts/relevance/fit.ts`. */
export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  words: 10.6,
  name: -1.43,
  opening: 1.12,
  source: 0.08,
  near: 3.77,
  named: 1.92,
  meaning: 7.52,
};

/** How much each sign counts for a catalogue's having an answer: above 0 in sum, there is one. */
export const CONFIDENCE: Readonly<Record<keyof Signs | 'base', number>> = {
  base: -3.88,
  score: 0.465,
  brevity: 0.7,
  atHome: 0.996,
  telling: 0.061,
};
