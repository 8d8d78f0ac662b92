import { type BenchTools, benchTools } from './catalogue.ts';
import { keywordQueries } from './keyword-rule.ts';
import { type LabelledQuery, toolsOfSet, writtenQueries } from './labelled.ts';
import { mean, type Probe } from './probe.ts';
import type { Retriever } from './retriever.ts';

/** Sets of real servers, in which keywords are looked for. */
export const KEYWORD_SETS: readonly string[] = ['docker-mcp-registry', 'github-mcp-server', 'livemcpbench-steps'];

export const WRITTEN_ROW = 'keywords written down (30), first hit right';
export const MADE_ROW = 'keywords made by rule, first hit right';

/** How often the first tool is right for keywords: those written down over all sets together, those made over each. */
export async function keywordProbe(): Promise<Probe> {
  const written = await writtenQueries('keywords');
  const sets = await Promise.all(KEYWORD_SETS.map(async (set) => ({ set, tools: await toolsOfSet(set) })));
  const together = benchTools(sets.flatMap(({ tools }) => tools));
  const made = sets.map(({ set, tools }) => ({ set, tools: benchTools(tools), queries: keywordQueries(tools) }));
  return {
    what: 'keywords',
    async run(retriever) {
      const rows = new Map([[WRITTEN_ROW, mean(await firstHits(retriever, together, written))]]);
      const all: number[] = [];
      for (const { set, tools, queries } of made) {
        const hits = await firstHits(retriever, tools, queries);
        rows.set(`${MADE_ROW}, ${set} (${queries.length})`, mean(hits));
        all.push(...hits);
      }
      return rows.set(MADE_ROW, mean(all));
    },
  };
}

/** For each query 1 when the first tool is right, else 0. */
async function firstHits(
  { open }: Retriever,
  tools: BenchTools,
  queries: readonly LabelledQuery[],
): Promise<readonly number[]> {
  const find = open(tools);
  const hits: number[] = [];
  for (const { query, gold } of queries) {
    const [first] = await find(query, 10);
    hits.push(first !== undefined && gold.includes(first) ? 1 : 0);
  }
  return hits;
}
