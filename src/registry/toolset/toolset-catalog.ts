import type { ToolsetCatalog } from './resolve-toolsets.ts';
import type { Toolset } from './toolset.ts';

/** The toolsets there are: the declared ones, and whatever tools are registered under. */
export function createToolsetCatalog(options: {
  readonly declared: readonly Toolset[];
  readonly core: ReadonlySet<string>;
  readonly registered: () => ReadonlySet<string>;
}): ToolsetCatalog {
  const declared = new Map(options.declared.map((toolset) => [toolset.name, toolset]));
  return {
    declared,
    core: options.core,
    isRegistered: (name) => options.registered().has(name),
    aliasTarget: (name) => (options.registered().has(`mcp-${name}`) ? `mcp-${name}` : undefined),
  };
}
