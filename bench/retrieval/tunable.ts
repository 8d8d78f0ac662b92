import { ndcgAt } from '../../src/eval/measures.ts';
import type { BenchTools } from './catalogue.ts';
import type { LabelledQuery } from './labelled.ts';
import { mean } from './probe.ts';
import type { Retriever } from './retriever.ts';

/** Ranks tools by settings that are still to be chosen. */
type FindWith<S> = (query: string, limit: number, settings: S) => Promise<readonly string[]>;

/** A way of finding tools with something to choose. */
export interface Tunable<S> {
  readonly name: string;
  /** Everything that is tried. */
  readonly grid: readonly S[];
  /** Makes an index that serves all settings. */
  open(tools: BenchTools): FindWith<S>;
}

/** The training half of a set. */
export interface TrainingSet {
  readonly tools: BenchTools;
  readonly queries: readonly LabelledQuery[];
}

/** A tunable whose settings were chosen. */
export interface Tuned<S> extends Retriever {
  readonly settings: S;
}

/** Chooses the settings with the best nDCG@10 on training halves, each set counting alike; the first of equals. */
export async function tune<S>(tunable: Tunable<S>, training: readonly TrainingSet[]): Promise<Tuned<S>> {
  const opened = training.map(({ tools, queries }) => ({ queries, find: tunable.open(tools) }));
  let chosen: { readonly settings: S; readonly score: number } | undefined;
  for (const settings of tunable.grid) {
    let score = 0;
    for (const { queries, find } of opened) score += await meanNdcg(queries, find, settings);
    if (chosen === undefined || score > chosen.score) chosen = { settings, score };
  }
  if (chosen === undefined) throw new Error(`${tunable.name}: there is nothing to choose from`);
  return fixed(tunable, chosen.settings);
}

/** A tunable with settings given. */
export function fixed<S>({ name, open }: Tunable<S>, settings: S): Tuned<S> {
  return {
    name,
    isOurs: false,
    settings,
    open(tools) {
      const find = open(tools);
      return (query, limit) => find(query, limit, settings);
    },
  };
}

async function meanNdcg<S>(queries: readonly LabelledQuery[], find: FindWith<S>, settings: S): Promise<number> {
  const all: number[] = [];
  for (const { query, gold } of queries) all.push(ndcgAt(10, await find(query, 10, settings), new Set(gold)));
  return mean(all);
}

/** All combinations of some values of each setting. */
export function gridOf<S extends object>(values: { readonly [K in keyof S]: readonly S[K][] }): readonly S[] {
  return Object.entries<readonly unknown[]>(values).reduce<readonly object[]>(
    (grid, [name, options]) => grid.flatMap((settings) => options.map((option) => ({ ...settings, [name]: option }))),
    [{}],
  ) as readonly S[];
}
