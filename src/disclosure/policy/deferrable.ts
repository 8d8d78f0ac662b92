import { currentName } from '../../registry/resolve-name.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** What decides which tools wait behind the bridge. */
export interface DeferralRules {
  /** Names that never defer, unless `defer` has them. */
  readonly core: ReadonlySet<string>;
  /** Toolsets whose tools stay visible, unless `defer` has them. */
  readonly directToolsets: ReadonlySet<string>;
  /** Names that defer whatever else is said of them. */
  readonly defer: readonly string[];
}

/** Whether a tool waits behind the bridge. */
export type Deferral = (tool: ToolDefinition) => boolean;

/**
 * Makes the decision; older names of tools count as their present ones. First match wins: a bridge tool never; named in `defer`; core or `alwaysLoad` never; a tool
 * whose toolset is no text never, because nobody knows it; a server's tool; a tool of a direct toolset never; any other.
 */
export function createDeferral({ core, directToolsets, defer }: DeferralRules): Deferral {
  const named = new Set(defer.map(currentName));
  const coreNames = new Set([...core].map(currentName));
  return ({ name: given, toolset, alwaysLoad }) => {
    const name = currentName(given);
    if (isBridgeName(name)) return false;
    if (named.has(name)) return true;
    if (coreNames.has(name) || alwaysLoad === true || typeof toolset !== 'string') return false;
    return toolset.startsWith('mcp-') || !directToolsets.has(toolset);
  };
}
