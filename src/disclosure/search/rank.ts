import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { admissionOf, admittedDocuments } from './admit.ts';
import { scoreDocuments, weighTerms } from './bm25.ts';
import { openCorpus } from './corpus.ts';
import { exactNames } from './exact-name.ts';
import { parseQuery } from './query.ts';

/** A tool that answers a query. */
interface Hit {
  readonly tool: ToolDefinition;
  /** Comparable within one ranking only; `Infinity` for a tool whose name the query is. */
  readonly score: number;
}

/** The answer to one query. */
export interface Ranking {
  /** Best first; equal scores in catalogue order. */
  readonly hits: readonly Hit[];
  /** How many tools answer; `hits` are the best of them. */
  readonly admitted: number;
}

/**
 * The strict ranking: silence rather than junk. A tool answers when it has the query's rarest word and, of four words or
 * more, half of them; a word that no tool has leaves nothing. A tool whose name the query is answers in any case, first.
 *
 * The same catalogue and query give the same answer, to the last bit.
 *
 * @param limit how many hits at most; none for 0 and below.
 */
export function rank(catalog: Catalog, query: string, limit: number): Ranking {
  const words = parseQuery(query);
  if (words.length === 0 || catalog.tools.length === 0 || limit <= 0) return { hits: [], admitted: 0 };
  const corpus = openCorpus(catalog);
  const exact = exactNames(corpus, query);
  const hits: Hit[] = exact.map((tool) => ({ tool, score: Number.POSITIVE_INFINITY }));
  let admitted = exact.length;
  const admission = admissionOf(corpus, words);
  if (admission !== undefined) {
    const terms = weighTerms(corpus, words);
    corpus.groups.forEach(({ definitions }, group) => {
      const documents = admittedDocuments(admission, group);
      if (documents.length === 0) return;
      const scores = scoreDocuments(corpus, group, documents, terms);
      documents.forEach((document, i) => {
        const tool = definitions[document] as ToolDefinition;
        if (exact.includes(tool)) return;
        admitted++;
        insert(hits, { tool, score: scores[i] as number }, limit);
      });
    });
  }
  return { hits: hits.slice(0, limit), admitted };
}

/** Puts a hit behind those that are no worse, and drops what falls off the end. */
function insert(hits: Hit[], hit: Hit, limit: number): void {
  const key = comparable(hit.score);
  let place = hits.length;
  while (place > 0 && comparable(hits[place - 1]?.score as number) < key) place--;
  if (place >= limit) return;
  hits.splice(place, 0, hit);
  if (hits.length > limit) hits.pop();
}

/** Scores are compared to 1e-9, so that engines whose logarithms differ in the last bit give one order. */
function comparable(score: number): number {
  return Math.round(score * 1e9);
}
