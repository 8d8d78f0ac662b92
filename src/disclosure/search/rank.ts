import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { admittedDocuments } from './admit.ts';
import { scoreCandidates, weighTerms } from './bm25.ts';
import type { Candidates } from './candidates.ts';
import { type Corpus, openCorpus } from './corpus.ts';
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
  if (words.length === 0 || catalog.size === 0 || limit <= 0) return { hits: [], admitted: 0 };
  const corpus = openCorpus(catalog);
  const candidates = admittedDocuments(corpus, words);
  const scores = scoreCandidates(candidates, weighTerms(corpus, words));
  return best(corpus, { candidates, scores, exact: exactNames(corpus, query) }, limit);
}

/** What was found of a query. */
interface Findings {
  readonly candidates: Candidates;
  /** Of the candidates, in their order. */
  readonly scores: Float64Array;
  /** The tools whose name the query is, whether they are candidates or not. */
  readonly exact: readonly ToolDefinition[];
}

function best({ groups }: Corpus, { candidates, scores, exact }: Findings, limit: number): Ranking {
  const { starts, documents } = candidates;
  const hits: Hit[] = exact.map((tool) => ({ tool, score: Number.POSITIVE_INFINITY }));
  let admitted = exact.length;
  let bar = barOf(hits, limit);
  for (let i = 0; i < candidates.groups.length; i++) {
    const { definitions } = groups[candidates.groups[i] as number] as Corpus['groups'][number];
    for (let at = starts[i] as number; at < (starts[i + 1] as number); at++) {
      if (exact.length > 0 && exact.includes(definitions[documents[at] as number] as ToolDefinition)) continue;
      admitted++;
      const score = scores[at] as number;
      // Most are no better, and looking at each tool would cost more than its score.
      if (comparable(score) <= bar) continue;
      insert(hits, { tool: definitions[documents[at] as number] as ToolDefinition, score }, limit);
      bar = barOf(hits, limit);
    }
  }
  return { hits: hits.slice(0, limit), admitted };
}

/** What a score must be above, to be among the best. */
function barOf(hits: readonly Hit[], limit: number): number {
  const last = hits[limit - 1];
  return last === undefined ? Number.NEGATIVE_INFINITY : comparable(last.score);
}

/** Puts a hit behind those that are no worse, and drops what falls off the end. */
function insert(hits: Hit[], hit: Hit, limit: number): void {
  const key = comparable(hit.score);
  let place = hits.length;
  while (place > 0 && comparable(hits[place - 1]?.score as number) < key) place--;
  hits.splice(place, 0, hit);
  if (hits.length > limit) hits.pop();
}

/** Scores are compared to 1e-9, so that engines whose logarithms differ in the last bit give one order. */
function comparable(score: number): number {
  return Math.round(score * 1e9);
}
