import type { Features } from '../../src/disclosure/related/features.ts';
import { descend, type Weights, weighted } from './descend.ts';
import type { Example } from './examples.ts';

type FeatureName = keyof Features;

/** Where the weights are held to: what was good for every set before anything was fitted. */
const START: Weights<FeatureName> = {
  words: 10,
  name: 0,
  opening: 0,
  source: 0,
  near: 2,
  named: 2,
  meaning: 8,
};

/** How strongly they are held there, so that they serve sets as well that nobody has seen. */
const HOLD = 0.002;

/**
 * The weights under which the right documents of the examples come first; each set counts alike.
 *
 * @see Cao and others, Learning to Rank: From Pairwise Approach to Listwise Approach (2007)
 */
export function fitRanking(examples: readonly Example[]): Weights<FeatureName> {
  const sizes = new Map<string, number>();
  for (const { set } of examples) sizes.set(set, (sizes.get(set) ?? 0) + 1);
  return descend(START, (weights) => {
    const gradient = { ...START };
    const names = Object.keys(gradient) as FeatureName[];
    for (const name of names) gradient[name] = HOLD * (weights[name] - START[name]);
    for (const { set, candidates } of examples) {
      const scores = candidates.map(({ features }) => weighted(weights, features));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const total = powers.reduce((sum, power) => sum + power, 0);
      const right = candidates.filter(({ isRight }) => isRight).length;
      const share = 1 / ((sizes.get(set) as number) * sizes.size);
      candidates.forEach(({ features, isRight }, i) => {
        const pull = ((powers[i] as number) / total - (isRight ? 1 / right : 0)) * share;
        for (const name of names) gradient[name] += pull * features[name];
      });
    }
    return gradient;
  });
}

/** The mean nDCG@10 of each set under some weights. */
export function qualityOf(weights: Weights<FeatureName>, examples: readonly Example[]): ReadonlyMap<string, number> {
  const found = new Map<string, number[]>();
  for (const { set, candidates } of examples) {
    const ranked = [...candidates].sort((a, b) => weighted(weights, b.features) - weighted(weights, a.features));
    const gain = (place: number) => 1 / Math.log2(place + 2);
    const right = candidates.filter(({ isRight }) => isRight).length;
    const ideal = Array.from({ length: Math.min(right, 10) }, (_, place) => gain(place)).reduce((a, b) => a + b, 0);
    const got = ranked.slice(0, 10).reduce((sum, { isRight }, place) => sum + (isRight ? gain(place) : 0), 0);
    found.set(set, [...(found.get(set) ?? []), got / ideal]);
  }
  return new Map([...found].map(([set, values]) => [set, values.reduce((a, b) => a + b, 0) / values.length]));
}
