import type { Catalog } from '../disclosure/catalog/catalog.ts';
import { type FindOptions, findTools } from '../disclosure/find-tools.ts';

/** What a query was answered with: strict matches, related tools, or nothing. */
export type AnswerTier = 'strict' | 'related' | 'nothing';

/** The answer to one query. */
export interface Answer {
  readonly tier: AnswerTier;
  /** Published names, best first. */
  readonly found: readonly string[];
}

/** How queries are asked. */
export interface AskOptions extends Pick<FindOptions, 'related'> {
  /** The most tools of an answer. @default 10 */
  readonly limit?: number;
  /** @default the search that a session has */
  readonly find?: typeof findTools;
  /**
   * Called before each query with how many have been answered. What it waits for counts in no time; a throw ends
   * everything. @default nothing
   */
  readonly between?: (answered: number) => void | Promise<void>;
}

/** The deepest place that is looked at, where no other limit is given. */
export const DEPTH = 10;

/** Asks one query. The answer are the strict matches and, only where there are none, the related tools. */
export async function ask(
  catalog: Catalog,
  query: string,
  { related, limit = DEPTH, find = findTools }: AskOptions,
): Promise<Answer> {
  const answer = await find(catalog, query, { limit, related });
  if (answer.matches.length > 0) return { tier: 'strict', found: answer.matches.map(({ name }) => name) };
  const found = answer.related.map(({ tool }) => tool.name);
  return { tier: found.length > 0 ? 'related' : 'nothing', found };
}
