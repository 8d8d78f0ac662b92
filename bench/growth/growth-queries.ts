import { sampleOf } from '../retrieval/halves.ts';
import { keywordQueries } from '../retrieval/keyword-rule.ts';
import { queriesOfSet, toolsOfSet } from '../retrieval/labelled.ts';

/** Queries of each kind. */
const HOW_MANY = 60;

/** How people and models ask: in keywords, as the rule makes them of the tools, or in whole sentences. */
export interface GrowthQueries {
  readonly keywords: readonly string[];
  readonly sentences: readonly string[];
}

/** Keywords for the tools of two sets of the catalogue, and sentences for those of one set of it and of one that is not. */
export async function growthQueries(): Promise<GrowthQueries> {
  const [docker, azure, steps, requests] = await Promise.all([
    toolsOfSet('docker-mcp-registry'),
    toolsOfSet('azure-mcp'),
    queriesOfSet('livemcpbench-steps'),
    queriesOfSet('azure-mcp'),
  ]);
  return {
    keywords: textsOf(keywordQueries([...docker, ...azure]), HOW_MANY),
    sentences: [...textsOf(requests, HOW_MANY / 2), ...textsOf(steps, HOW_MANY / 2)],
  };
}

function textsOf(queries: readonly { readonly query: string }[], most: number): readonly string[] {
  return sampleOf(queries, most).map(({ query }) => query);
}
