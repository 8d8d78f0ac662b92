import { type Signs, signsOf } from '../../src/disclosure/related/confidence.ts';
import type { TermCorpus } from '../../src/disclosure/related/corpus/term-corpus.ts';
import type { RequestWord } from '../../src/disclosure/related/request.ts';
import { descend, type Weights, weighted } from './descend.ts';
import type { Trial } from './examples.ts';

type SignName = keyof Signs | 'base';

/** Trials, and how many may be answered though there is no answer. */
export interface Strangers {
  readonly trials: readonly Trial[];
  readonly mayBeAnswered: number;
}

/** A trial's signs, as they are where nobody has seen its catalogue or its requests before. */
interface Sample {
  readonly hasAnswer: boolean;
  readonly signs: Weights<SignName>;
  /** What it counts: each group as much as another. */
  readonly share: number;
}

/**
 * What brevity is held to: it weighs recall among one-line descriptions against silence there. Fitted, it would be twice as
 * much, because few catalogues of the training have short texts (docs/decisions/0016-the-related-tier.md).
 */
const BREVITY = 1.8;

/** The share of strange requests that may be answered, as a mean of the groups. */
const ANSWERED = 0.05;

const FITTED = ['score', 'atHome', 'telling'] as const;
const HOLD = 0.0005;

/**
 * The weights that tell requests that have an answer from those that have none, and the base at which no more than
 * {@link ANSWERED} of the strange ones are answered, nor more of the unanswerable ones than may be.
 *
 * @param corpora all catalogues that shares of words are taken from; in each trial but those that it is about.
 */
export function fitConfidence(
  trials: readonly Trial[],
  unanswerable: Strangers,
  corpora: ReadonlyMap<string, TermCorpus>,
): Weights<SignName> {
  const samples = samplesOf(trials, corpora);
  const start: Weights<SignName> = { base: -5, score: 0.8, brevity: BREVITY, atHome: 2, telling: 0.1 };
  const fitted = descend(start, (weights) => {
    const gradient = { base: 0, score: 0, brevity: 0, atHome: 0, telling: 0 };
    for (const { hasAnswer, signs, share } of samples) {
      const likely = 1 / (1 + Math.exp(-weighted(weights, signs)));
      for (const name of ['base', ...FITTED] as const) {
        gradient[name] += (likely - (hasAnswer ? 1 : 0)) * share * signs[name];
      }
    }
    for (const name of FITTED) gradient[name] += HOLD * (weights[name] - start[name]);
    return gradient;
  });
  const strange = samples.filter(({ hasAnswer }) => !hasAnswer);
  const alsoStrange = unanswerable.trials.flatMap(({ corpus, words, best }) =>
    best === undefined ? [] : [{ signs: { base: 1, ...signsOf(corpus, words, best) }, share: 1 }],
  );
  const least = Math.max(
    leastAnswered(strange, fitted, ANSWERED),
    leastAnswered(alsoStrange, fitted, unanswerable.mayBeAnswered),
  );
  return { ...fitted, base: fitted.base - least };
}

/** What must be exceeded so that strange requests are answered as seldom as wanted: half way between two of them. */
function leastAnswered(
  strange: readonly Pick<Sample, 'signs' | 'share'>[],
  weights: Weights<SignName>,
  mayBeAnswered: number,
): number {
  const sums = strange.map(({ signs, share }) => ({ sum: weighted(weights, signs), share }));
  let [answered, last] = [0, Number.POSITIVE_INFINITY];
  for (const { sum, share } of sums.sort((a, b) => b.sum - a.sum)) {
    answered += share;
    if (answered > mayBeAnswered) return (last + sum) / 2;
    last = sum;
  }
  return Number.NEGATIVE_INFINITY;
}

function samplesOf(trials: readonly Trial[], corpora: ReadonlyMap<string, TermCorpus>): readonly Sample[] {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) groups.set(trial.group, [...(groups.get(trial.group) ?? []), trial]);
  const answered = [...groups.values()].filter(([first]) => first?.hasAnswer).length;
  return [...groups.values()].flatMap((group) =>
    group.flatMap(({ hasAnswer, sets, corpus, words, best }) => {
      if (best === undefined) return [];
      const others = [...corpora].filter(([set]) => !sets.includes(set)).map(([, each]) => each);
      const unseen = words.map((word) => ({ ...word, share: shareIn(others, word) }));
      const share = 1 / (group.length * (hasAnswer ? answered : groups.size - answered));
      return [{ hasAnswer, signs: { base: 1, ...signsOf(corpus, unseen, best) }, share }];
    }),
  );
}

/** As the table of vectors has it: a mean over catalogues, and nothing for words that are not English. */
function shareIn(corpora: readonly TermCorpus[], { senses }: RequestWord): number {
  const english = senses.filter(({ term }) => /^[\x20-\x7e]+$/.test(term));
  const shares = corpora.map((corpus) =>
    english.reduce((sum, { term, weight }) => sum + (weight * corpus.find(term).documentFrequency) / corpus.size, 0),
  );
  return shares.reduce((sum, share) => sum + share, 0) / corpora.length;
}
