import type { Catalog } from '../disclosure/catalog/catalog.ts';
import { type Answer, type AnswerTier, type AskOptions, ask } from './ask.ts';
import { type Latency, latencyOf } from './latency.ts';
import { ndcgAt, rankOf, recallAt, reciprocalRank } from './measures.ts';

/** A query, and the tools that are right for it. */
export interface LabelledQuery {
  readonly query: string;
  /** Published names; at least one. */
  readonly gold: readonly string[];
}

/** How good rankings are: means over all queries, each from 0 to 1. */
export interface Measures {
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** Mean reciprocal rank of the first gold tool, among the first ten. */
  readonly mrr: number;
  readonly ndcgAt10: number;
}

/** What became of one query. */
interface QueryResult extends LabelledQuery, Answer {
  /** The place of the first gold tool, from 1; absent when it is not among those found. */
  readonly rank?: number;
}

/** What was measured. */
export interface Evaluation {
  readonly measures: Measures;
  /** How many queries were answered with what. */
  readonly answered: Readonly<Record<AnswerTier, number>>;
  readonly latency: Latency;
  /** In the order of the queries. */
  readonly results: readonly QueryResult[];
}

/** How an evaluation is made. */
export interface EvaluateOptions extends AskOptions {
  /** Milliseconds, for the time a query takes. */
  readonly now: () => number;
}

/**
 * Asks a catalogue every query, and measures how well it answers. A ranking is what a model would be shown: the strict
 * matches and, only where there are none, the related tools.
 *
 * The same catalogue, queries and options give the same answer, but for the latency.
 *
 * @param queries at least one.
 */
export async function evaluate(
  catalog: Catalog,
  queries: readonly LabelledQuery[],
  options: EvaluateOptions,
): Promise<Evaluation> {
  const { now, between } = options;
  const timed = async (query: string) => {
    const start = now();
    const answer = await ask(catalog, query, options);
    return { answer, took: now() - start };
  };
  const results: QueryResult[] = [];
  const samples: number[] = [];
  const first = await timed(queries[0]?.query ?? '');
  for (const { query, gold } of queries) {
    await between?.(results.length);
    const { answer, took } = await timed(query);
    samples.push(took);
    const rank = rankOf(answer.found, new Set(gold));
    results.push({ query, gold, ...answer, ...(rank === undefined ? {} : { rank }) });
  }
  return {
    measures: measuresOf(results),
    answered: countTiers(results),
    latency: latencyOf(first.took, samples),
    results,
  };
}

/** How many of the answers are of which tier. */
export function countTiers(answers: readonly Answer[]): Record<AnswerTier, number> {
  const counts = { strict: 0, related: 0, nothing: 0 };
  for (const { tier } of answers) counts[tier]++;
  return counts;
}

function measuresOf(results: readonly QueryResult[]): Measures {
  const mean = (measure: (found: readonly string[], gold: ReadonlySet<string>) => number) =>
    rounded(results.reduce((sum, { found, gold }) => sum + measure(found, new Set(gold)), 0) / results.length);
  return {
    recallAt1: mean((found, gold) => recallAt(1, found, gold)),
    recallAt5: mean((found, gold) => recallAt(5, found, gold)),
    recallAt10: mean((found, gold) => recallAt(10, found, gold)),
    mrr: mean(reciprocalRank),
    ndcgAt10: mean((found, gold) => ndcgAt(10, found, gold)),
  };
}

/** To six places: engines whose logarithms differ in the last bit give the same bytes. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
