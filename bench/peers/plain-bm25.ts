import { documentText } from '../../src/disclosure/catalog/document-text.ts';
import { stem } from '../../src/disclosure/search/stem.ts';
import { asciiWords } from '../../src/disclosure/search/tokenise.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { addTerms, indexBags } from './bm25.ts';

/** The strict tier's document, words and formula, without its gate and floor. */
export const plainBm25: Retriever = {
  name: 'BM25',
  isOurs: false,
  open({ tools, labelOf }) {
    const labels = tools.map(labelOf);
    const index = indexBags(
      tools.map((tool) => {
        const bag = new Map<string, number>();
        addTerms(bag, termsOf(documentText(tool)), 1);
        return bag;
      }),
    );
    return async (query, limit) =>
      index.search(termsOf(query), { k1: 1.5, b: 0.75 }, limit).map(({ document }) => labels[document] as string);
  },
};

function termsOf(text: string): readonly string[] {
  return asciiWords(text).map(stem);
}
