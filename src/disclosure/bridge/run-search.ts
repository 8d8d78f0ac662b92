import { failure, jsonResult, type ToolResult } from '../../base/call/tool-result.ts';
import { clamp, lenientInteger } from '../../base/config/lenient-number.ts';
import type { JsonObject } from '../../base/json.ts';
import { buildCatalog, withDocuments } from '../catalog/catalog.ts';
import { findTools } from '../find-tools.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import { askRemote } from './ask-remote.ts';
import { type BridgeContext, reachWhenStarted } from './bridge-context.ts';
import { outOfSearch } from './miss/out-of-search.ts';
import { parseList } from './parse-list.ts';
import { type QueryAnswer, searchResult } from './search-result.ts';
import { MAX_QUERIES } from './search-schema.ts';

const QUERIES = {
  key: 'queries',
  max: MAX_QUERIES,
  hint: `Send tool_search {"queries": ["service action object"]} with 1 to ${MAX_QUERIES} queries; retry with fewer when there are more.`,
};

/** Runs `tool_search`: the same tools and arguments give the same bytes. */
export async function runSearch(args: JsonObject, signal: AbortSignal, context: BridgeContext): Promise<ToolResult> {
  const { config, clock, isDeferred, encoder, warn } = context;
  const { related } = config;
  const queries = parseList(args['queries'], QUERIES);
  if (!queries.ok) return failure(queries.error);
  const snapshot = await reachWhenStarted(context, signal);
  const catalog = buildCatalog(snapshot, isDeferred);
  const remote = await askRemote(context, snapshot, [], (there) => there.search(queries.items, signal));
  const limit = limitOf(args['limit'], config);
  const findElsewhere = outOfSearch(snapshot, catalog, isDeferred);
  const answers: QueryAnswer[] = [];
  for (const [index, query] of queries.items.entries()) {
    const options = { limit, related, signal, ...(encoder && { encoder }), ...(warn && { warn }) };
    const found = await findTools(withDocuments(catalog, remote.found[index] ?? []), query, options);
    const isExplained = found.matches.length === 0 && related === 'on';
    // What comes near elsewhere matters only where nothing does here.
    const nearby = { ...options, related: found.related.length > 0 ? 'off' : related } as const;
    answers.push({ query, ...found, ...(isExplained ? { elsewhere: await findElsewhere(query, nearby) } : {}) });
  }
  return jsonResult(
    searchResult({ answers, catalog, snapshot, now: clock.now(), failure: remote.failure, view: context.view?.() }),
  );
}

function limitOf(written: unknown, { searchDefaultLimit, maxSearchLimit }: ToolSearchConfig): number {
  return clamp(lenientInteger(written) ?? searchDefaultLimit, 1, maxSearchLimit);
}
