import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { compareText, firstCodePoints } from '../../base/text.ts';
import { displayName } from '../../guard/display-name.ts';
import { accessOf } from '../../registry/access.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import { CALL_NAMES } from '../../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { RemoteFailure } from '../catalog/remote-catalog.ts';
import { groupBySource } from '../listing/group.ts';
import type { View } from '../view.ts';
import { type Miss, missGroup } from './miss/miss-group.ts';
import { type UnavailableSource, unavailableSources } from './unavailable-sources.ts';

/** What one query came to: its tools, best first, or what there is to say of a miss. */
export interface QueryAnswer extends Miss {
  readonly query: string;
  readonly matches: readonly ToolDefinition[];
}

/** What an answer of `tool_search` is made of. */
export interface SearchFindings {
  readonly answers: readonly QueryAnswer[];
  readonly catalog: Catalog;
  readonly snapshot: Pick<Snapshot, 'sources'>;
  /** In milliseconds of the registry's clock. */
  readonly now: number;
  readonly failure?: RemoteFailure | undefined;
  readonly view?: View | undefined;
}

const DESCRIPTION_LIMIT = 500;
const REQUIRED_LIMIT = 32;
const REQUIRED_NAME_LIMIT = 64;

/**
 * The answer of `tool_search`. Names by query, each tool told once in the order in which it was first found, matched or
 * related; a query without a match says what comes close, what stands in the way, and which sources there are. The same
 * findings give the same bytes.
 */
export function searchResult({ answers, catalog, snapshot, now, failure, view = {} }: SearchFindings): JsonObject {
  const tools: Record<string, Json> = Object.create(null);
  let remote = 0;
  for (const tool of answers.flatMap(foundBy)) {
    if (Object.hasOwn(tools, tool.name)) continue;
    tools[tool.name] = recordOf(tool, view);
    if (tool.source.kind === 'connectors') remote++;
  }
  // Only where there is no match, as it goes through the whole catalogue.
  const isMissed = answers.some(({ matches }) => matches.length === 0);
  const sources = isMissed ? availableSources(catalog, unavailableSources(snapshot)) : [];
  const times = { sources: snapshot.sources, now };
  return {
    queries: answers.map(({ query }) => query),
    total_available: catalog.size + remote,
    results: answers.map((answer) => ({
      query: answer.query,
      matches: answer.matches.map(({ name }) => name),
      ...(answer.matches.length > 0 ? {} : missGroup(answer, sources, times)),
    })),
    tools,
    ...(failure === undefined ? {} : { connectors: { ...failure } }),
  };
}

function foundBy({ matches, related }: QueryAnswer): readonly ToolDefinition[] {
  return matches.length > 0 ? matches : related.map(({ tool }) => tool);
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

function availableSources({ toolsByGroup }: Catalog, unavailable: readonly UnavailableSource[]): readonly JsonObject[] {
  const counts = new Map(groupBySource(toolsByGroup).map(({ label, count }) => [label, count]));
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
