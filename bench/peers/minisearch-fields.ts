import MiniSearch from 'minisearch';
import { contentTerms } from '../retrieval/content-terms.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { toolTexts } from '../retrieval/tool-texts.ts';
import { gridOf, type Tunable } from '../retrieval/tunable.ts';
import type { FieldBoosts } from './field-boosts.ts';

/** MiniSearch as it comes, with the three fields of a tool. */
export const miniSearchDefault: Retriever = {
  name: 'MiniSearch',
  isOurs: false,
  open({ tools, labelOf }) {
    const index = new MiniSearch({ fields: ['name', 'description', 'parameters'] });
    index.addAll(tools.map((tool, id) => ({ id, ...toolTexts(tool) })));
    const labels = tools.map(labelOf);
    return async (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => labels[id as number] as string);
  },
};

/** MiniSearch with the tuned baseline's words and fields. */
export const miniSearchTuned: Tunable<FieldBoosts & { readonly k: number; readonly b: number }> = {
  name: 'MiniSearch tuned',
  grid: gridOf({ name: [1, 2, 3], parameters: [0.25, 0.5, 1], k: [1.2, 2], b: [0.3, 0.7] }),
  open({ tools, labelOf }) {
    const index = new MiniSearch({
      fields: ['name', 'description', 'parameters'],
      tokenize: (text) => [...contentTerms(text)],
      processTerm: (term) => term,
    });
    index.addAll(tools.map((tool, id) => ({ id, ...toolTexts(tool) })));
    const labels = tools.map(labelOf);
    return async (query, limit, { name, parameters, k, b }) =>
      index
        .search(query, {
          boost: { name, parameters },
          bm25: { k, b, d: 0.5 },
          tokenize: (text) => [...new Set(contentTerms(text))],
        })
        .slice(0, limit)
        .map(({ id }) => labels[id as number] as string);
  },
};
