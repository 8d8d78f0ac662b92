import { create, insertMultiple, search } from '@orama/orama';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';
import { contentTerms } from '../retrieval/content-terms.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { toolTexts } from '../retrieval/tool-texts.ts';
import { gridOf, type Tunable } from '../retrieval/tunable.ts';
import type { FieldBoosts } from './field-boosts.ts';

const SCHEMA = { name: 'string', description: 'string', parameters: 'string' } as const;

/** Orama as it comes, with the three fields of a tool. */
export const oramaDefault: Retriever = {
  name: 'Orama',
  isOurs: false,
  open({ tools, labelOf }) {
    const index = create({ schema: SCHEMA });
    const filled = insertMultiple(index, tools.map(documentAt));
    const labels = tools.map(labelOf);
    return async (term, limit) => {
      await filled;
      const { hits } = await search(index, { term, limit });
      return hits.map(({ id }) => labels[Number(id)] as string);
    };
  },
};

/** Orama with the tuned baseline's words and fields. It goes on finding words by their beginnings. */
export const oramaTuned: Tunable<FieldBoosts & { readonly b: number }> = {
  name: 'Orama tuned',
  grid: gridOf({ name: [1, 2], parameters: [0.5, 1], b: [0.3, 0.75] }),
  open({ tools, labelOf }) {
    const tokenize = (text: string) => [...new Set(contentTerms(text))];
    const tokenizer = { language: 'english', normalizationCache: new Map(), tokenize };
    const index = create({ schema: SCHEMA, components: { tokenizer } });
    const filled = insertMultiple(index, tools.map(documentAt));
    const labels = tools.map(labelOf);
    return async (term, limit, { name, parameters, b }) => {
      await filled;
      const relevance = { k: 1.2, b, d: 0.5 };
      const { hits } = await search(index, { term, limit, boost: { name, parameters }, relevance });
      return hits.map(({ id }) => labels[Number(id)] as string);
    };
  },
};

/** A tool under its place, which Orama wants as a text. */
function documentAt(tool: ToolDefinition, place: number) {
  return { id: String(place), ...toolTexts(tool) };
}
