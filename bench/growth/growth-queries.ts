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

/** Sets of requests that the strict tier is silent on, so that the related tier does its whole work. */
const SENTENCES = ['metatool', 'bfcl-live', 'acebench-en'];

/** Keywords for the tools of two sets of the catalogue, and sentences of three sets that are not in it. */
export async function growthQueries(): Promise<GrowthQueries> {
  const tools = await Promise.all(['docker-mcp-registry', 'azure-mcp'].map(toolsOfSet));
  const sentences = await Promise.all(SENTENCES.map(queriesOfSet));
  return {
    keywords: textsOf(keywordQueries(tools.flat()), HOW_MANY),
    sentences: sentences.flatMap((queries) => textsOf(queries, HOW_MANY / SENTENCES.length)),
  };
}

function textsOf(queries: readonly { readonly query: string }[], most: number): readonly string[] {
  return sampleOf(queries, most).map(({ query }) => query);
}
