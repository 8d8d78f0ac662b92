import type { Catalog } from '../disclosure/catalog/catalog.ts';
import { type Answer, type AnswerTier, type AskOptions, ask } from './ask.ts';
import { countTiers } from './evaluate.ts';

/** What became of one query that no tool can answer. */
export interface UnanswerableResult extends Answer {
  readonly query: string;
}

/** How silent a catalogue is where it has nothing to say. */
export interface Abstention {
  /** How many queries were answered with what; `nothing` is right. */
  readonly answered: Readonly<Record<AnswerTier, number>>;
  /** In the order of the queries. */
  readonly results: readonly UnanswerableResult[];
}

/** Asks a catalogue queries that none of its tools can answer. */
export async function measureAbstention(
  catalog: Catalog,
  queries: readonly string[],
  options: AskOptions,
): Promise<Abstention> {
  const results: UnanswerableResult[] = [];
  for (const query of queries) {
    await options.between?.(results.length);
    results.push({ query, ...(await ask(catalog, query, options)) });
  }
  return { answered: countTiers(results), results };
}
