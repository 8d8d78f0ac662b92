import type { Measures } from './evaluate.ts';

/** What is compared of a run, each from 0 to 1, more being better. */
export interface Scores extends Partial<Measures> {
  /** The share of the unanswerable queries that were answered with nothing. */
  readonly silence?: number;
}

/** One score of two runs. */
export interface ScoreChange {
  readonly score: keyof Scores;
  readonly baseline: number;
  readonly now: number;
  /** True when it fell by more than is tolerated. */
  readonly fell: boolean;
}

/** A query whose first gold tool stands elsewhere than before. */
export interface RankChange {
  readonly query: string;
  readonly gold: readonly string[];
  /** Places from 1; absent where it was not found. */
  readonly baseline?: number;
  readonly now?: number;
}

/** A query of a run, and the place of its first gold tool, when it was found. */
interface Ranked {
  readonly query: string;
  readonly gold: readonly string[];
  readonly rank?: number | undefined;
}

const SCORES = ['recallAt1', 'recallAt5', 'recallAt10', 'mrr', 'ndcgAt10', 'silence'] as const;

/** Scores have six places; what is smaller comes of counting with fractions. */
const NOISE = 1e-9;

/** The scores that both runs have. */
export function compareScores(baseline: Scores, now: Scores, tolerance: number): readonly ScoreChange[] {
  return SCORES.flatMap((score) => {
    const [before, after] = [baseline[score], now[score]];
    if (before === undefined || after === undefined) return [];
    return [{ score, baseline: before, now: after, fell: before - after > tolerance + NOISE }];
  });
}

/** The queries of both runs that do worse now, those that fell deepest first; a repeated query counts once. */
export function fallenQueries(baseline: readonly Ranked[], now: readonly Ranked[]): readonly RankChange[] {
  const before = new Map(baseline.map((result) => [keyOf(result), result.rank]));
  const fallen = new Map<string, RankChange>();
  for (const result of now) {
    const [was, is] = [before.get(keyOf(result)), result.rank];
    if (was === undefined || (is !== undefined && is <= was)) continue;
    const { query, gold } = result;
    fallen.set(keyOf(result), { query, gold, baseline: was, ...(is === undefined ? {} : { now: is }) });
  }
  return [...fallen.values()].sort((a, b) => lossOf(b) - lossOf(a));
}

function keyOf({ query, gold }: Ranked): string {
  return JSON.stringify([query, [...gold].sort()]);
}

/** What the reciprocal rank lost. */
function lossOf({ baseline, now }: RankChange): number {
  return 1 / (baseline ?? Number.POSITIVE_INFINITY) - 1 / (now ?? Number.POSITIVE_INFINITY);
}
