/** The weighted English stems of each Chinese word; a word's weights add up to 1. */
export type Translations = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A text in both languages, in words and stems, each once. */
export interface WordPair {
  readonly chinese: readonly string[];
  readonly english: readonly string[];
}

/** So many sightings of a word count as much as what is believed of it before. */
const TRUST = 5;
const ROUNDS = 8;
/** What a stem gets at first from a word of which nothing is believed. */
const OPEN_MIND = 0.02;

/**
 * Learns translations from texts that say the same: IBM model 1, with a dictionary as what is believed before
 * (a Dirichlet prior). A stem may also come from no word, as often as it occurs at all.
 *
 * @see Brown et al., The Mathematics of Statistical Machine Translation, Computational Linguistics 19(2), 1993
 */
export function align(pairs: readonly WordPair[], believed: Translations): Translations {
  const frequency = frequencies(pairs);
  let learned: Translations | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const before = learned;
    learned = estimate(
      expect(pairs, frequency, (word, english) =>
        before === undefined
          ? (believed.get(word)?.get(english) ?? 0) + OPEN_MIND * (frequency.get(english) ?? 0)
          : (before.get(word)?.get(english) ?? 0),
      ),
      believed,
    );
  }
  return learned ?? new Map();
}

function frequencies(pairs: readonly WordPair[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const english of pairs.flatMap((pair) => pair.english)) {
    counts.set(english, (counts.get(english) ?? 0) + 1);
    total++;
  }
  return new Map([...counts].map(([english, n]) => [english, n / total]));
}

/** How often each word is translated by each stem, if the probabilities are right. */
function expect(
  pairs: readonly WordPair[],
  frequency: ReadonlyMap<string, number>,
  probability: (word: string, english: string) => number,
): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { chinese, english } of pairs) {
    for (const to of english) {
      const shares = chinese.map((word) => probability(word, to));
      const total = shares.reduce((sum, share) => sum + share, frequency.get(to) ?? 0);
      chinese.forEach((word, i) => {
        const share = (shares[i] ?? 0) / total;
        if (share < 1e-6) return;
        const row = counts.get(word) ?? new Map<string, number>();
        counts.set(word, row.set(to, (row.get(to) ?? 0) + share));
      });
    }
  }
  return counts;
}

function estimate(counts: Map<string, Map<string, number>>, believed: Translations): Translations {
  for (const [word, row] of counts) {
    for (const [english, weight] of believed.get(word) ?? []) {
      row.set(english, (row.get(english) ?? 0) + TRUST * weight);
    }
  }
  return new Map([...counts].map(([word, row]) => [word, toShares(row)]));
}

/** The same row with weights that add up to 1. */
export function toShares(row: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const total = [...row.values()].reduce((sum, weight) => sum + weight, 0);
  return new Map([...row].map(([english, weight]) => [english, weight / total]));
}
