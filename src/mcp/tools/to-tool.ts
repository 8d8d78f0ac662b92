import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import type { DroppedTool, SourceNotes } from '../../registry/source.ts';
import { publishedName } from '../../registry/tool/published-name.ts';
import { readAnnotations } from '../../registry/tool/read-record.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import type { ServerConfig } from '../config.ts';

/** A schema that takes any arguments, for a tool whose own is missing or no schema at all. */
const ANY_ARGUMENTS: JsonSchema = { type: 'object' };

/** Gives the function that runs a server's tool, by the tool's own name; the same function each time. */
export type ExecuteOf = (toolName: string) => Tool['execute'];

/** The tools in a server's list, in its order, and what could not be taken as it was. */
export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly notes: Required<SourceNotes>;
}

/**
 * Makes tools of the entries of a `tools/list`. Never throws: an entry without a usable name is dropped by its place, a
 * schema that is none is replaced by one that takes anything, and the others are not touched by it. Texts and schemas
 * stay as they came; the registry cleans them.
 */
export function toTools(entries: readonly unknown[], config: ServerConfig, executeOf: ExecuteOf): ListedTools {
  const tools: Tool[] = [];
  const dropped: DroppedTool[] = [];
  const warnings: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const reason = unusable(entry);
    if (reason !== undefined) {
      dropped.push({ name: placeOf(entry, index), reason });
      continue;
    }
    const { name, inputSchema } = entry as JsonObject & { readonly name: string };
    if (inputSchema !== undefined && inputSchema !== null && !isJsonObject(inputSchema)) {
      warnings.push(`${displayName(name)}: its input schema is ${nameOf(inputSchema)}; any arguments are accepted`);
    }
    tools.push(toTool(name, entry as JsonObject, config, executeOf(name)));
  }
  for (const name of unmatched(config.alwaysLoad, tools)) {
    warnings.push(`always_load names ${displayName(name)}, which the server does not list`);
  }
  return { tools, notes: { dropped, warnings } };
}

/** The same tools, marked as remembered from before: their server can't be asked now. */
export function asCached(tools: readonly Tool[]): readonly Tool[] {
  return tools.map((tool) => ({ ...tool, source: { ...tool.source, provenance: 'cached' } }));
}

function toTool(toolName: string, entry: JsonObject, config: ServerConfig, execute: Tool['execute']): Tool {
  const { label, alwaysLoad } = config;
  const name = publishedName(label, toolName);
  const annotations = isJsonObject(entry.annotations) ? entry.annotations : {};
  const title = [entry.title, annotations.title].find((text) => typeof text === 'string' && text !== '');
  const isAlwaysLoaded =
    alwaysLoad === true || (Array.isArray(alwaysLoad) && [toolName, name].some((it) => alwaysLoad.includes(it)));
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    description: typeof entry.description === 'string' ? entry.description : '',
    inputSchema: isJsonObject(entry.inputSchema) ? entry.inputSchema : ANY_ARGUMENTS,
    ...(isJsonObject(entry.outputSchema) ? { outputSchema: entry.outputSchema } : {}),
    toolset: `mcp-${label}`,
    source: { kind: 'mcp', label, toolName, provenance: 'live' },
    ...(isAlwaysLoaded ? { alwaysLoad: true } : {}),
    ...(config.callTimeoutMs === undefined ? {} : { timeoutMs: config.callTimeoutMs }),
    annotations: readAnnotations(entry.annotations) ?? {},
    concurrency: config.parallelCalls ? 'parallel' : 'exclusive',
    wire: entry,
    execute,
  };
}

function unusable(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return `the entry is ${nameOf(entry)}, not an object`;
  if (typeof entry.name !== 'string')
    return entry.name === undefined ? 'the entry has no name' : `its name is ${nameOf(entry.name)}`;
  return entry.name === '' ? 'its name is empty' : undefined;
}

function placeOf(entry: unknown, index: number): string {
  const title = isJsonObject(entry) && typeof entry.title === 'string' ? ` (${displayName(entry.title)})` : '';
  return `entry ${index + 1}${title}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function unmatched(alwaysLoad: ServerConfig['alwaysLoad'], tools: readonly Tool[]): readonly string[] {
  if (typeof alwaysLoad === 'boolean') return [];
  return alwaysLoad.filter((name: Json) => !tools.some((tool) => tool.name === name || tool.source.toolName === name));
}
