import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { compareText, firstCodePoints } from '../../base/text.ts';
import { displayName } from '../../guard/display-name.ts';
import { accessOf } from '../../registry/access.ts';
import { CALL_NAMES } from '../../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RemoteFailure } from '../catalog/remote-catalog.ts';
import { sourceLabel } from '../catalog/source-label.ts';
import type { View } from '../view.ts';
import type { UnavailableSource } from './unavailable-sources.ts';

/** The tools found for one query, best first. */
interface QueryMatches {
  readonly query: string;
  readonly matches: readonly ToolDefinition[];
}

/** What an answer of `tool_search` is made of. */
export interface SearchFindings {
  readonly groups: readonly QueryMatches[];
  readonly catalog: Catalog;
  readonly unavailable: readonly UnavailableSource[];
  readonly failure?: RemoteFailure | undefined;
  readonly view?: View | undefined;
}

const DESCRIPTION_LIMIT = 500;
const REQUIRED_LIMIT = 32;
const REQUIRED_NAME_LIMIT = 64;

const NO_MATCH =
  'No tool has the deciding words of this query: that is a miss of words, no proof that nothing can do it. Sources that are not marked unavailable remain connected. Search again with the name of a service and a concrete action or object before concluding that it is missing.';

/**
 * The answer of `tool_search`. Names by query, each tool told once in the order in which it was first found; a query
 * without a match says which sources there are. The same findings give the same bytes.
 */
export function searchResult({ groups, catalog, unavailable, failure, view = {} }: SearchFindings): JsonObject {
  const tools: Record<string, Json> = Object.create(null);
  let remote = 0;
  for (const tool of groups.flatMap(({ matches }) => matches)) {
    if (Object.hasOwn(tools, tool.name)) continue;
    tools[tool.name] = recordOf(tool, view);
    if (tool.source.kind === 'connectors') remote++;
  }
  // Only where there is no match, as it goes through the whole catalogue.
  const sources = groups.some(({ matches }) => matches.length === 0) ? availableSources(catalog, unavailable) : [];
  return {
    queries: groups.map(({ query }) => query),
    total_available: catalog.tools.length + remote,
    results: groups.map(({ query, matches }) => ({
      query,
      matches: matches.map(({ name }) => name),
      ...(matches.length > 0 ? {} : { ...(sources.length > 0 ? { available_sources: sources } : {}), hint: NO_MATCH }),
    })),
    tools,
    ...(failure === undefined ? {} : { connectors: { ...failure } }),
  };
}

function recordOf(tool: ToolDefinition, view: View): JsonObject {
  const { text, cut } = firstCodePoints(tool.description, DESCRIPTION_LIMIT);
  return {
    source: tool.source.kind,
    source_name: sourceNameOf(tool),
    description: cut ? `${text}…` : text,
    required: requiredOf(tool.inputSchema),
    ...(view.callTools === 'split' ? { call_with: CALL_NAMES[accessOf(tool)] } : {}),
  };
}

function sourceNameOf({ source, toolset }: ToolDefinition): string {
  if (source.kind === 'mcp') return `mcp-${displayName(source.label)}`;
  if (source.kind === 'other') return '';
  return displayName(source.kind === 'connectors' ? source.label : toolset);
}

function requiredOf(schema: JsonObject): readonly string[] {
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  if (!Array.isArray(required)) return [];
  const names = required.filter((name): name is string => typeof name === 'string');
  return names.slice(0, REQUIRED_LIMIT).map((name) => firstCodePoints(name, REQUIRED_NAME_LIMIT).text);
}

function availableSources({ tools }: Catalog, unavailable: readonly UnavailableSource[]): readonly JsonObject[] {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const label = sourceLabel(tool);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const rows = [
    ...[...counts].map(([label, count]) => ({ name: displayName(label), tool_count: count })),
    ...unavailable
      .filter(({ label }) => !counts.has(label))
      .map(({ label, toolCount, reason }) => ({
        name: displayName(label),
        tool_count: toolCount ?? 0,
        unavailable: reason,
      })),
  ];
  return rows.sort((a, b) => compareText(a.name, b.name));
}
