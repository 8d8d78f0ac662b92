import { ndcgAt, recallAt, reciprocalRank } from '../../src/eval/measures.ts';
import { type BenchTools, benchTools } from './catalogue.ts';
import { halvesOf, sampleOf } from './halves.ts';
import { LABELLED_SETS, type LabelledQuery, queriesOfSet, toolsOfSet } from './labelled.ts';
import { mean, type Probe } from './probe.ts';

/** What is measured of a ranking of ten. */
export const MEASURES: Readonly<Record<string, (ranked: readonly string[], gold: ReadonlySet<string>) => number>> = {
  'nDCG@10': (ranked, gold) => ndcgAt(10, ranked, gold),
  'recall@5': (ranked, gold) => recallAt(5, ranked, gold),
  MRR: reciprocalRank,
};

/** A set's tools, and queries of one of its halves. */
export interface LabelledHalf {
  readonly set: string;
  readonly tools: BenchTools;
  readonly queries: readonly LabelledQuery[];
}

/** One half of every labelled set, at most so many queries of each. */
export function labelledHalves(half: 'training' | 'test', most: number): Promise<readonly LabelledHalf[]> {
  return Promise.all(
    LABELLED_SETS.map(async (set) => {
      const queries = halvesOf(set, await queriesOfSet(set))[half];
      return { set, tools: benchTools(await toolsOfSet(set)), queries: sampleOf(queries, most) };
    }),
  );
}

/** The row of a measure: of one set, or of the mean in which each set counts alike. */
export function rowOf(measure: string, set?: string): string {
  return `${measure}, ${set ?? 'mean of the sets'}`;
}

/** How well the right tools of labelled requests are ranked. */
export function labelledProbe(halves: readonly LabelledHalf[]): Probe {
  return {
    what: 'labelled requests',
    async run(retriever) {
      const measures = Object.keys(MEASURES);
      const bySet = new Map<string, readonly number[]>();
      for (const { set, tools, queries } of halves) {
        const find = retriever.open(tools);
        const figures: number[][] = [];
        for (const { query, gold } of queries) {
          const ranked = await find(query, 10);
          figures.push(Object.values(MEASURES).map((measure) => measure(ranked, new Set(gold))));
        }
        bySet.set(
          set,
          measures.map((_, at) => mean(figures.map((each) => each[at] as number))),
        );
      }
      return new Map(
        measures.flatMap((measure, at): [string, number][] => {
          const figures = [...bySet].map(([set, all]): [string, number] => [set, all[at] as number]);
          return [
            ...figures.map(([set, figure]): [string, number] => [rowOf(measure, set), figure]),
            [rowOf(measure), mean(figures.map(([, figure]) => figure))],
          ];
        }),
      );
    },
  };
}
