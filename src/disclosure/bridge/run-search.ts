import { failure, jsonResult, type ToolResult } from '../../base/call/tool-result.ts';
import { clamp, lenientInteger } from '../../base/config/lenient-number.ts';
import type { JsonObject } from '../../base/json.ts';
import { buildCatalog, withDocuments } from '../catalog/catalog.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import { rank } from '../search/rank.ts';
import { askRemote } from './ask-remote.ts';
import { type BridgeContext, reachWhenStarted } from './bridge-context.ts';
import { parseList } from './parse-list.ts';
import { searchResult } from './search-result.ts';
import { MAX_QUERIES } from './search-schema.ts';
import { unavailableSources } from './unavailable-sources.ts';

const QUERIES = {
  key: 'queries',
  max: MAX_QUERIES,
  hint: `Send tool_search {"queries": ["service action object"]} with 1 to ${MAX_QUERIES} queries; retry with fewer when there are more.`,
};

/** Runs `tool_search`: the same tools and arguments give the same bytes. */
export async function runSearch(args: JsonObject, signal: AbortSignal, context: BridgeContext): Promise<ToolResult> {
  const queries = parseList(args['queries'], QUERIES);
  if (!queries.ok) return failure(queries.error);
  const snapshot = await reachWhenStarted(context, signal);
  const catalog = buildCatalog(snapshot, context.isDeferred);
  const remote = await askRemote(context, snapshot, [], (there) => there.search(queries.items, signal));
  const limit = limitOf(args['limit'], context.config);
  const groups = queries.items.map((query, index) => {
    const { hits } = rank(withDocuments(catalog, remote.found[index] ?? []), query, limit);
    return { query, matches: hits.map(({ tool }) => tool) };
  });
  const unavailable = unavailableSources(snapshot);
  return jsonResult(searchResult({ groups, catalog, unavailable, failure: remote.failure, view: context.view?.() }));
}

function limitOf(written: unknown, { searchDefaultLimit, maxSearchLimit }: ToolSearchConfig): number {
  return clamp(lenientInteger(written) ?? searchDefaultLimit, 1, maxSearchLimit);
}
