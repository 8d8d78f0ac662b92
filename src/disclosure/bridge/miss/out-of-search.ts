import type { HiddenTool, Snapshot } from '../../../registry/snapshot.ts';
import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { type FindOptions, findTools } from '../../find-tools.ts';
import type { Deferral } from '../../policy/deferrable.ts';
import { buildSessionCatalog, type SessionCatalog } from './session-catalog.ts';

/** Tools that would answer a query, were they behind the search and fit for use. */
export interface OutOfSearch {
  /** True when they have the words of the query; false when they only come near. */
  readonly isExact: boolean;
  /** Those that the model has in its list. */
  readonly listed: readonly ToolDefinition[];
  /** Those that can't be used now. */
  readonly unavailable: readonly HiddenTool[];
}

/** Nothing of the kind. */
export const NOTHING_ELSEWHERE: OutOfSearch = { isExact: true, listed: [], unavailable: [] };

/**
 * Finds what a query without a match would have found elsewhere in the session's toolsets: at most `limit` tools. What only
 * comes near is looked for where `related` is on.
 */
export type FindOutOfSearch = (query: string, options: FindOptions) => Promise<OutOfSearch>;

/**
 * The catalogue to look in is made when first asked for: most searches have matches.
 *
 * @param behind what is behind the search. Where there is nothing else, nothing is looked for.
 */
export function outOfSearch(
  snapshot: Pick<Snapshot, 'tools' | 'groups' | 'hidden' | 'leftOut'>,
  behind: Catalog,
  isDeferred: Deferral,
): FindOutOfSearch {
  let session: SessionCatalog | undefined;
  return async (query, options) => {
    session ??= buildSessionCatalog(snapshot);
    const { catalog, obstacleTo } = session;
    if (catalog.tools.length === behind.tools.length) return NOTHING_ELSEWHERE;
    const { matches, related } = await findTools(catalog, query, options);
    const isExact = matches.length > 0;
    const found = isExact ? matches : related.map(({ tool }) => tool);
    return {
      isExact,
      listed: found.filter((tool) => obstacleTo(tool) === undefined && !isDeferred(tool)),
      unavailable: found.flatMap((tool) => obstacleTo(tool) ?? []).filter((each) => !isNamedAnew(each, snapshot)),
    };
  };
}

/** Whether another tool goes by the name of one that is left out: then the name is not missing. */
function isNamedAnew(
  { by, tool: { name } }: HiddenTool,
  { tools, hidden }: Pick<Snapshot, 'tools' | 'hidden'>,
): boolean {
  return by === 'config' && (tools.some((tool) => tool.name === name) || hidden.some(({ tool }) => tool.name === name));
}
