import { type Signs, signsOf } from '../../src/disclosure/related/confidence.ts';
import type { TermCorpus } from '../../src/disclosure/related/corpus/term-corpus.ts';
import type { RequestWord } from '../../src/disclosure/related/request.ts';
import { descend, type Weights, weighted } from './descend.ts';
import type { Trial } from './examples.ts';

type SignName = keyof Signs | 'base';

/** A trial's signs, as they are where nobody has seen its catalogue or its requests before. */
interface Sample {
  readonly pair: string;
  readonly isOwn: boolean;
  readonly signs: Weights<SignName>;
}

/**
 * What brevity is held to. Fitted, it would be over three times as much: a catalogue of one-line descriptions would be
 * known by that alone, and strange requests to any such catalogue would be answered.
 */
const BREVITY = 0.7;

/** The share of strange requests that may be answered, as a mean of the pairs. */
const ANSWERED = 0.05;

const HOLD = 0.0005;

/**
 * The weights that tell requests put to their own catalogue from those put to a strange one, and the base at which no more
 * than {@link ANSWERED} of the strange ones are answered.
 *
 * @param corpora all catalogues that shares of words are taken from; in each trial but the two that it is about.
 */
export function fitConfidence(trials: readonly Trial[], corpora: ReadonlyMap<string, TermCorpus>): Weights<SignName> {
  const samples = trials.flatMap((trial) => sampleOf(trial, corpora));
  const sizes = new Map<string, number>();
  for (const { pair } of samples) sizes.set(pair, (sizes.get(pair) ?? 0) + 1);
  const pairs = (own: boolean) => new Set(samples.filter(({ isOwn }) => isOwn === own).map(({ pair }) => pair)).size;
  const counts = { own: pairs(true), strange: pairs(false) };
  const start: Weights<SignName> = { base: -4, score: 0.4, brevity: BREVITY, atHome: 1, telling: 0.1 };
  const fitted = descend(start, (weights) => {
    const gradient = { base: 0, score: 0, brevity: 0, atHome: 0, telling: 0 };
    for (const { pair, isOwn, signs } of samples) {
      const likely = 1 / (1 + Math.exp(-weighted(weights, signs)));
      const share = 1 / ((sizes.get(pair) as number) * (isOwn ? counts.own : counts.strange));
      for (const name of ['base', 'score', 'atHome', 'telling'] as const) {
        gradient[name] += (likely - (isOwn ? 1 : 0)) * share * signs[name] + HOLD * (weights[name] - start[name]);
      }
    }
    return gradient;
  });
  return { ...fitted, base: fitted.base - leastAnswered(samples, fitted, sizes, counts.strange) };
}

/** What must be exceeded so that strange requests are answered as seldom as wanted. */
function leastAnswered(
  samples: readonly Sample[],
  weights: Weights<SignName>,
  sizes: ReadonlyMap<string, number>,
  pairs: number,
): number {
  const strange = samples
    .filter(({ isOwn }) => !isOwn)
    .map(({ pair, signs }) => ({ sum: weighted(weights, signs), share: 1 / ((sizes.get(pair) as number) * pairs) }))
    .sort((a, b) => b.sum - a.sum);
  let answered = 0;
  for (const { sum, share } of strange) {
    answered += share;
    if (answered > ANSWERED) return sum;
  }
  return Number.NEGATIVE_INFINITY;
}

function sampleOf(
  { from, to, corpus, words, best }: Trial,
  corpora: ReadonlyMap<string, TermCorpus>,
): readonly Sample[] {
  if (best === undefined) return [];
  const others = [...corpora].filter(([set]) => set !== from && set !== to).map(([, each]) => each);
  const unseen = words.map((word) => ({ ...word, share: shareIn(others, word) }));
  return [{ pair: `${from} > ${to}`, isOwn: from === to, signs: { base: 1, ...signsOf(corpus, unseen, best) } }];
}

/** As the table of vectors has it: a mean over catalogues, and nothing for words that are not English. */
function shareIn(corpora: readonly TermCorpus[], { senses }: RequestWord): number {
  const english = senses.filter(({ term }) => /^[\x20-\x7e]+$/.test(term));
  const shares = corpora.map((corpus) =>
    english.reduce((sum, { term, weight }) => sum + (weight * corpus.find(term).documentFrequency) / corpus.size, 0),
  );
  return shares.reduce((sum, share) => sum + share, 0) / corpora.length;
}
