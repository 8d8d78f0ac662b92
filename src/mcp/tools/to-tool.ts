import { failure } from '../../base/call/tool-result.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { claimedAccess } from '../../registry/access.ts';
import type { DroppedTool, LeftOutTool, SourceNotes } from '../../registry/source.ts';
import { publishedName } from '../../registry/tool/published-name.ts';
import { readAnnotations } from '../../registry/tool/read-record.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import type { ServerConfig } from '../config.ts';
import { declaredHeaders } from '../connection/modern/declared-headers.ts';
import { isExcluded, isTaken } from '../upstream/selection.ts';
import { overrideOf, type Tailored, tailor } from './tailor.ts';

/** A schema that takes any arguments, for a tool whose own is missing or no schema at all. */
const ANY_ARGUMENTS: JsonSchema = { type: 'object' };

/** Gives the function that runs a server's tool, by the tool's own name; the same function each time. */
export type ExecuteOf = (toolName: string) => Tool['execute'];

/** The tools in a server's list, in its order, and what could not be taken as it was. */
export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly notes: Required<Pick<SourceNotes, 'dropped' | 'warnings'>>;
  /** What the entry's `include` and `exclude` leave out. */
  readonly leftOut: readonly LeftOutTool[];
}

/**
 * Makes tools of the entries of a `tools/list`, as the server's entry tailors them: those it leaves out are apart, the
 * others named, described and called as it says. Never throws: an entry without a usable name is dropped by its place, one
 * over HTTP whose `x-mcp-header` is not as the protocol of 2026-07-28 wants it by its name, a schema that is none is
 * replaced by one that takes anything, and the others are not touched by it. Texts and schemas stay as they came; the
 * registry cleans them.
 */
export function toTools(entries: readonly unknown[], config: ServerConfig, executeOf: ExecuteOf): ListedTools {
  const tools: Tool[] = [];
  const dropped: DroppedTool[] = [];
  const warnings: string[] = [];
  const listed = new Set<string>();
  const leftOut: LeftOutTool[] = [];
  for (const [index, entry] of entries.entries()) {
    const reason = unusable(entry, config);
    if (reason !== undefined) {
      dropped.push({ name: placeOf(entry, index), reason });
      continue;
    }
    const { name, inputSchema } = entry as JsonObject & { readonly name: string };
    listed.add(name);
    if (!isTaken(config.tools, name)) {
      leftOut.push(leftOutTool(name, entry as JsonObject, config));
      continue;
    }
    if (inputSchema !== undefined && inputSchema !== null && !isJsonObject(inputSchema)) {
      warnings.push(`${displayName(name)}: its input schema is ${nameOf(inputSchema)}; any arguments are accepted`);
    }
    const made = toTool(name, entry as JsonObject, config, executeOf(name));
    tools.push(made.tool);
    warnings.push(...made.warnings);
  }
  for (const name of unmatched(config, tools)) {
    warnings.push(`always_load names ${displayName(name)}, which is none of the server's tools`);
  }
  for (const name of Object.keys(config.tools?.override ?? {})) {
    if (!listed.has(name)) warnings.push(`tools.override names ${displayName(name)}, which the server does not list`);
  }
  return { tools, notes: { dropped, warnings }, leftOut };
}

/** The same tools, marked as remembered from before: their server can't be asked now. */
export function asCached(tools: readonly Tool[]): readonly Tool[] {
  return tools.map((tool) => ({ ...tool, source: { ...tool.source, provenance: 'cached' } }));
}

function toTool(
  toolName: string,
  entry: JsonObject,
  config: ServerConfig,
  execute: Tool['execute'],
): { readonly tool: Tool; readonly warnings: readonly string[] } {
  const { label, callTimeoutMs, maxCallTimeoutMs } = config;
  const { shown, warnings } = tailored(toolName, entry, config);
  const annotations = isJsonObject(entry.annotations) ? entry.annotations : {};
  const claims = readAnnotations(annotations) ?? {};
  const access = overrideOf(config, toolName)?.access ?? (config.trustAnnotations ? claimedAccess(claims) : undefined);
  const title = [entry.title, annotations.title].find((text) => typeof text === 'string' && text !== '');
  const tool: Tool = {
    ...shown,
    ...(typeof title === 'string' ? { title } : {}),
    ...(isJsonObject(entry.outputSchema) ? { outputSchema: entry.outputSchema } : {}),
    ...belonging(label, toolName),
    ...(isAlwaysLoaded(config, toolName, shown.name) ? { alwaysLoad: true } : {}),
    ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
    ...(maxCallTimeoutMs === undefined ? {} : { maxTimeoutMs: maxCallTimeoutMs }),
    annotations: claims,
    ...(access === undefined ? {} : { access }),
    concurrency: config.parallelCalls ? 'parallel' : 'exclusive',
    wire: entry,
    execute,
  };
  return { tool, warnings };
}

function tailored(toolName: string, { description, inputSchema }: JsonObject, config: ServerConfig): Tailored {
  const said = {
    description: typeof description === 'string' ? description : '',
    inputSchema: isJsonObject(inputSchema) ? inputSchema : ANY_ARGUMENTS,
  };
  return tailor(toolName, said, config);
}

function belonging(label: string, toolName: string): Pick<Tool, 'toolset' | 'source'> {
  return { toolset: `mcp-${label}`, source: { kind: 'mcp', label, toolName, provenance: 'live' } };
}

/** As much of the tool as it is found by, and the key that its owner would change to have it. */
function leftOutTool(toolName: string, entry: JsonObject, config: ServerConfig): LeftOutTool {
  const place = `mcp_servers.${displayName(config.label)}.tools`;
  const own = displayName(toolName);
  return {
    tool: { ...tailored(toolName, entry, config).shown, ...belonging(config.label, toolName), execute: refuse },
    ...(isExcluded(config.tools, toolName)
      ? { reason: `left out by ${place}.exclude`, remedy: `take what fits ${own} out of ${place}.exclude` }
      : { reason: `left out by ${place}.include`, remedy: `add ${own} to ${place}.include` }),
  };
}

/** One function for all, so that an unchanged tool is seen to be unchanged. Nothing ever runs it. */
const refuse: Tool['execute'] = async () =>
  failure({ code: 'not-available', message: "the server's entry leaves this tool out" });

function isAlwaysLoaded({ alwaysLoad, label }: ServerConfig, toolName: string, shownName: string): boolean {
  if (typeof alwaysLoad === 'boolean') return alwaysLoad;
  return namesOf(label, toolName, shownName).some((name) => alwaysLoad.includes(name));
}

/** The names by which a person may mean a tool. */
function namesOf(label: string, toolName: string, shownName: string): readonly string[] {
  return [toolName, shownName, publishedName(label, toolName)];
}

function unusable(entry: unknown, { endpoint }: ServerConfig): string | undefined {
  if (!isJsonObject(entry)) return `the entry is ${nameOf(entry)}, not an object`;
  if (typeof entry.name !== 'string')
    return entry.name === undefined ? 'the entry has no name' : `its name is ${nameOf(entry.name)}`;
  if (entry.name === '') return 'its name is empty';
  const declared = endpoint.kind === 'http' ? declaredHeaders(entry.inputSchema) : { headers: [] };
  return 'fault' in declared ? declared.fault : undefined;
}

function placeOf(entry: unknown, index: number): string {
  if (isJsonObject(entry) && typeof entry.name === 'string' && entry.name !== '') return displayName(entry.name);
  const title = isJsonObject(entry) && typeof entry.title === 'string' ? ` (${displayName(entry.title)})` : '';
  return `entry ${index + 1}${title}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function unmatched({ alwaysLoad, label }: ServerConfig, tools: readonly Tool[]): readonly string[] {
  if (typeof alwaysLoad === 'boolean') return [];
  const known = new Set(tools.flatMap(({ name, source }) => namesOf(label, source.toolName, name)));
  return alwaysLoad.filter((name) => !known.has(name));
}
