import type { Scope } from '../scope.ts';
import type { Tool, ToolOrigin } from '../tool/tool.ts';
import { BUNDLE_PREFIX_ALIAS, TOOLSET_ALIASES } from './aliases.data.ts';
import type { Toolset } from './toolset.ts';

/** What resolving needs to know of the toolsets there are. */
export interface ToolsetCatalog {
  readonly declared: ReadonlyMap<string, Toolset>;
  readonly core: ReadonlySet<string>;
  /** True when some tool is registered under this toolset. */
  isRegistered(name: string): boolean;
  /** Where a registered alias points (an MCP server's label points at `mcp-<label>`). */
  aliasTarget(name: string): string | undefined;
}

/** As much of a tool as decides whether it is granted. */
type Grantable = Pick<Tool, 'name' | 'toolset'> & { readonly source: Pick<ToolOrigin, 'kind'> };

/** Which tools a scope grants. */
export interface Grant {
  allows(tool: Grantable): boolean;
  /** True when every tool of the toolset that is not built in is granted, whatever its name; with `builtin`, every tool. */
  allowsAllOf(toolset: string, builtin: boolean): boolean;
  /** True when a tool is withheld because it is built in, and for nothing else. */
  withholdsBuiltin(tool: Grantable): boolean;
  /** Names in the scope that are no toolset now. They grant nothing. */
  readonly unknown: readonly string[];
}

interface Selection {
  all: boolean;
  readonly tools: Set<string>;
  readonly toolsets: Set<string>;
}

/**
 * Resolves a scope's toolsets. No `enabled` list grants all, an empty one nothing; `disabled` is always the last
 * subtraction; of built-in tools only those of the toolsets in `builtin` are left. A child grants only what its parents
 * grant as well. A list that is none grants nothing, or takes all away.
 */
export function resolveToolsets(scope: Scope, catalog: ToolsetCatalog): Grant {
  const unknown = new Set<string>();
  const layers = lineage(scope).map((each) => resolveLayer(each, catalog, unknown));
  const grants = (tool: Grantable) =>
    layers.every(({ enabled, disabled }) => has(enabled, tool) && !has(disabled, tool));
  const withholds = (tool: Grantable) =>
    tool.source.kind === 'builtin' && layers.some(({ builtin }) => !has(builtin, tool));
  return {
    allows: (tool) => grants(tool) && !withholds(tool),
    withholdsBuiltin: (tool) => grants(tool) && withholds(tool),
    allowsAllOf: (toolset, withBuiltin) =>
      layers.every(({ enabled, disabled, builtin }) => {
        const none = !disabled.all && disabled.tools.size === 0 && !disabled.toolsets.has(toolset);
        const given = [enabled, ...(withBuiltin ? [builtin] : [])];
        return none && given.every(({ all, toolsets }) => all || toolsets.has(toolset));
      }),
    unknown: [...unknown],
  };
}

function lineage(scope: Scope): readonly Scope[] {
  const seen = new Set<Scope>();
  for (let each: Scope | undefined = scope; each !== undefined && !seen.has(each); each = each.parent) seen.add(each);
  return [...seen];
}

function resolveLayer(scope: Scope, catalog: ToolsetCatalog, unknown: Set<string>) {
  const enabled: Selection = { all: scope.enabled === undefined, tools: new Set(), toolsets: new Set() };
  for (const name of namesIn(scope.enabled) ?? []) add(enabled, name, catalog, unknown, new Set());
  const builtin: Selection = { all: scope.builtin === undefined, tools: new Set(), toolsets: new Set() };
  for (const name of namesIn(scope.builtin) ?? []) add(builtin, name, catalog, unknown, new Set());
  const taken = namesIn(scope.disabled ?? []);
  const disabled: Selection = { all: taken === undefined, tools: new Set(), toolsets: new Set() };
  for (const name of taken ?? []) subtract(disabled, name, catalog, unknown);
  return { enabled, disabled, builtin };
}

/** Absent when a list can't be read: then nothing is granted, or all taken away. */
function namesIn(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) && list.every((name) => typeof name === 'string') ? list : undefined;
}

function subtract(into: Selection, name: string, catalog: ToolsetCatalog, unknown: Set<string>): void {
  const own: Selection = { all: false, tools: new Set(), toolsets: new Set() };
  add(own, name, catalog, unknown, new Set());
  const isBundle = catalog.declared.get(canonicalToolset(name))?.bundle === true || isPlatformBundle(name, catalog);
  for (const tool of own.tools) if (!(isBundle && catalog.core.has(tool))) into.tools.add(tool);
  for (const toolset of own.toolsets) into.toolsets.add(toolset);
  into.all ||= own.all;
}

function add(into: Selection, given: string, catalog: ToolsetCatalog, unknown: Set<string>, seen: Set<string>): void {
  const name = canonicalToolset(given);
  if (seen.has(name)) return;
  seen.add(name);
  if (name === 'all' || name === '*') {
    into.all = true;
    return;
  }
  const declared = catalog.declared.get(name);
  const target = catalog.aliasTarget(name);
  into.toolsets.add(name);
  if (target !== undefined) into.toolsets.add(target);
  for (const tool of declared?.tools ?? []) into.tools.add(tool);
  for (const included of declared?.includes ?? []) add(into, included, catalog, unknown, seen);
  if (declared !== undefined || target !== undefined || catalog.isRegistered(name)) return;
  if (!isPlatformBundle(name, catalog)) {
    unknown.add(given);
    return;
  }
  for (const tool of catalog.core) into.tools.add(tool);
  into.toolsets.add(platformOf(name));
}

/** A plugin that registers a platform's tools gets that platform's bundle: the core tools and its own. */
function isPlatformBundle(given: string, catalog: ToolsetCatalog): boolean {
  const name = canonicalToolset(given);
  return (
    name.startsWith(BUNDLE_PREFIX_ALIAS.to) && !catalog.declared.has(name) && catalog.isRegistered(platformOf(name))
  );
}

function platformOf(name: string): string {
  return name.slice(BUNDLE_PREFIX_ALIAS.to.length);
}

/** The name a toolset has today, for any name it ever had. */
function canonicalToolset(given: string): string {
  const name = given.trim();
  const { from, to } = BUNDLE_PREFIX_ALIAS;
  if (name.startsWith(from)) return to + name.slice(from.length);
  return TOOLSET_ALIASES.get(name) ?? name;
}

function has(selection: Selection, tool: Pick<Grantable, 'name' | 'toolset'>): boolean {
  return selection.all || selection.tools.has(tool.name) || selection.toolsets.has(tool.toolset);
}
