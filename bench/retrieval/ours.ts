import { findTools } from '../../src/disclosure/find-tools.ts';
import { scoreRelated, toolAt } from '../../src/disclosure/related/find-related.ts';
import type { Retriever } from './retriever.ts';

/** The strict tier alone: what the reference finds. */
export const strictTier: Retriever = {
  name: 'strict',
  isOurs: true,
  open:
    ({ catalog, labelOf }) =>
    async (query, limit) => {
      const { matches } = await findTools(catalog, query, { limit, related: 'off' });
      return matches.map(labelOf);
    },
};

/** What a model is shown: the strict tier, and where that is silent, the related one. */
export const bothTiers: Retriever = {
  name: 'strict + related',
  isOurs: true,
  open:
    ({ catalog, labelOf }) =>
    async (query, limit) => {
      const { matches, related } = await findTools(catalog, query, { limit, related: 'on' });
      return [...matches, ...related.map(({ tool }) => tool)].map(labelOf);
    },
};

/** The tolerant scorer alone, made to answer everything: what it would find were it never silent. */
export const scorerAlone: Retriever = {
  name: 'related, never silent',
  isOurs: true,
  open:
    ({ catalog, labelOf }) =>
    async (query, limit) => {
      const { corpus, scored } = await scoreRelated(catalog, query);
      return scored.slice(0, limit).map(({ document }) => labelOf(toolAt(corpus, document)));
    },
};
