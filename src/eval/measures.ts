/**
 * The share of the gold tools that are among the first `depth` of a ranking.
 *
 * @param ranked names, best first, each once.
 * @param gold names of the right tools; at least one.
 */
export function recallAt(depth: number, ranked: readonly string[], gold: ReadonlySet<string>): number {
  return ranked.slice(0, depth).filter((name) => gold.has(name)).length / gold.size;
}

/** One over the place of the first gold tool; 0 when there is none. */
export function reciprocalRank(ranked: readonly string[], gold: ReadonlySet<string>): number {
  const rank = rankOf(ranked, gold);
  return rank === undefined ? 0 : 1 / rank;
}

/** The place of the first gold tool, from 1; absent when there is none. */
export function rankOf(ranked: readonly string[], gold: ReadonlySet<string>): number | undefined {
  const index = ranked.findIndex((name) => gold.has(name));
  return index === -1 ? undefined : index + 1;
}

/**
 * Normalised discounted cumulative gain: each gold tool among the first `depth` counts 1 / log2(place + 1), over what the
 * best ranking would get.
 *
 * @see Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002), with gains of 0 and 1.
 */
export function ndcgAt(depth: number, ranked: readonly string[], gold: ReadonlySet<string>): number {
  const gained = ranked.slice(0, depth).reduce((sum, name, index) => (gold.has(name) ? sum + discount(index) : sum), 0);
  let ideal = 0;
  for (let index = 0; index < Math.min(depth, gold.size); index++) ideal += discount(index);
  return gained / ideal;
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}
