import { ndcgAt, recallAt } from '../../src/eval/measures.ts';
import { type BenchTools, benchTools } from './catalogue.ts';
import { KEYWORD_SETS } from './keyword-probe.ts';
import { type LabelledQuery, queriesOfSet, toolsOfSet, writtenQueries } from './labelled.ts';
import { mean, type Probe } from './probe.ts';
import type { Retriever } from './retriever.ts';

export const CHINESE_ROW = 'Chinese requests of acebench-zh, tools of acebench-en, nDCG@10';

/**
 * How well Chinese requests find English tools: those requests of `acebench-zh` that have a right tool in `acebench-en`
 * (few, and none of them in the training half), and those that were written down, some of which nothing can answer.
 */
export async function chineseProbe(): Promise<Probe> {
  const english = await toolsOfSet('acebench-en');
  const labels = new Set(english.map(({ label }) => label));
  const queries = (await queriesOfSet('acebench-zh'))
    .map(({ query, gold }) => ({ query, gold: gold.filter((label) => labels.has(label)) }))
    .filter(({ gold }) => gold.length > 0);
  const written = await writtenQueries('chinese');
  const answerable = written.filter(({ gold }) => gold.length > 0);
  const unanswerable = written.filter(({ gold }) => gold.length === 0);
  const acebench = benchTools(english);
  const together = benchTools((await Promise.all(KEYWORD_SETS.map(toolsOfSet))).flat());
  return {
    what: 'Chinese requests',
    async run(retriever) {
      const first = await rank(retriever, acebench, queries);
      const second = await rank(retriever, together, answerable);
      const none = await rank(retriever, together, unanswerable);
      return new Map([
        [CHINESE_ROW, mean(first.map(({ found, gold }) => ndcgAt(10, found, gold)))],
        [`the same ${first.length}, recall@5`, mean(first.map(({ found, gold }) => recallAt(5, found, gold)))],
        [
          `Chinese requests written down (${second.length}), recall@5`,
          mean(second.map(({ found, gold }) => recallAt(5, found, gold))),
        ],
        [
          `Chinese requests without an answer (${none.length}), silent`,
          mean(none.map(({ found }) => (found.length === 0 ? 1 : 0))),
        ],
      ]);
    },
  };
}

async function rank({ open }: Retriever, tools: BenchTools, queries: readonly LabelledQuery[]) {
  const find = open(tools);
  const ranked = [];
  for (const { query, gold } of queries) ranked.push({ found: await find(query, 10), gold: new Set(gold) });
  return ranked;
}
