import type { Signs } from './confidence.ts';
import type { Features } from './features.ts';

/** How much each feature counts; fitted on training halves by `scripts/relevance/fit.ts`. */
export const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  words: 10.3,
  name: -1.5,
  opening: 1.15,
  source: 0.35,
  near: 3.76,
  named: 1.96,
  meaning: 7.26,
};

/** How much each sign counts for a catalogue's having an answer: above 0 in sum, there is one. */
export const CONFIDENCE: Readonly<Record<keyof Signs | 'base', number>> = {
  base: -4.81,
  score: 0.832,
  brevity: 1.8,
  atHome: 2.01,
  telling: 0.0669,
};
