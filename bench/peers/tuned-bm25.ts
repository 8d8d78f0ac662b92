import { contentTerms } from '../retrieval/content-terms.ts';
import { toolTexts } from '../retrieval/tool-texts.ts';
import { gridOf, type Tunable } from '../retrieval/tunable.ts';
import { addTerms, type Bm25Index, type Bm25Options, indexBags } from './bm25.ts';

/** What is chosen on training halves. A description counts once. */
export interface Bm25Settings extends Bm25Options {
  /** How often the words of a name count. */
  readonly name: number;
  /** How often the words of parameters count. */
  readonly parameters: number;
}

/** BM25 with all that helps a lexical ranking: weighted fields, content words, each word of the query once. */
export const tunedBm25: Tunable<Bm25Settings> = {
  name: 'BM25 tuned',
  grid: gridOf<Bm25Settings>({
    k1: [0.9, 1.2, 1.6],
    b: [0.3, 0.5, 0.75, 0.9],
    name: [1, 3, 5],
    parameters: [0.5, 1],
  }),
  open({ tools, labelOf }) {
    const labels = tools.map(labelOf);
    const terms = tools.map((tool) => {
      const { name, description, parameters } = toolTexts(tool);
      return { name: contentTerms(name), description: contentTerms(description), parameters: contentTerms(parameters) };
    });
    const indexes = new Map<string, Bm25Index>();
    const indexFor = ({ name, parameters }: Bm25Settings) => {
      const key = `${name} ${parameters}`;
      const index = indexes.get(key) ?? indexBags(terms.map((each) => bagOf(each, { name, parameters })));
      indexes.set(key, index);
      return index;
    };
    return async (query, limit, settings) => {
      const found = indexFor(settings).search([...new Set(contentTerms(query))], settings, limit);
      return found.map(({ document }) => labels[document] as string);
    };
  },
};

type Fields<T> = Readonly<Record<'name' | 'description' | 'parameters', T>>;

function bagOf(
  terms: Fields<readonly string[]>,
  weights: Pick<Bm25Settings, 'name' | 'parameters'>,
): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  addTerms(bag, terms.name, weights.name);
  addTerms(bag, terms.description, 1);
  addTerms(bag, terms.parameters, weights.parameters);
  return bag;
}
