import type { Bridge } from '../../disclosure/bridge/bridge.ts';
import type { ExposurePolicy } from '../../disclosure/policy/policy.ts';
import type { FoundTool } from '../../registry/find-tool.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../registry/scope.ts';
import { BRIDGE_NAMES } from '../../registry/tool/bridge-names.ts';
import type { Tool, ToolDefinition } from '../../registry/tool/tool.ts';

/** How one session finds tools by name: the registry's in its scope, and the two bridge tools that run. */
export interface ToolLookup {
  /** False when tools are never deferred. The bridge's names are known all the same: a client may hold an old list. */
  readonly isBridgeOn: boolean;
  /** The tool of exactly this name, when the session was granted it. Asks no gate: for planning, not for running. */
  granted(name: string): Tool | undefined;
  /** Every name that a called name may stand for. */
  names(): readonly string[];
  /** The tool of exactly this name, to be used or hidden with the reason. Asks its gate. */
  find(name: string, signal: AbortSignal): Promise<FoundTool | undefined>;
  /** Labels of the session's sources that are still starting. */
  starting(): readonly string[];
  /** Resolves when none is, or when `signal` aborts. */
  settled(signal: AbortSignal): Promise<void>;
  /** Whether a tool waits behind the bridge. */
  isDeferred(tool: Tool): boolean;
}

/** What a lookup is made of. */
export interface ToolLookupOptions {
  readonly registry: Pick<Registry, 'find' | 'granted' | 'namesInScope' | 'settled' | 'starting'>;
  readonly scope: Scope;
  readonly policy: Pick<ExposurePolicy, 'isDeferred' | 'toolSearch'>;
  readonly bridge: Bridge;
}

/** Looks names up afresh each time: nothing is remembered. */
export function createToolLookup({ registry, scope, policy, bridge }: ToolLookupOptions): ToolLookup {
  const isBridgeOn = policy.toolSearch.enabled !== 'off';
  const bridgeTool = (name: string) => {
    if (name === 'tool_search') return bridge.search;
    return name === 'tool_describe' ? bridge.describe : undefined;
  };
  return {
    isBridgeOn,
    granted: (name) => bridgeTool(name) ?? registry.granted(scope, name),
    names: () => [...registry.namesInScope(scope), ...BRIDGE_NAMES],
    async find(name, signal) {
      const own = bridgeTool(name);
      return own === undefined ? registry.find(scope, name, { signal }) : { tool: own };
    },
    starting: () => registry.starting(scope),
    settled: (signal) => registry.settled(signal, scope),
    // The decision never reads the description, which may still be a function here.
    isDeferred: (tool) => isBridgeOn && policy.isDeferred(tool as ToolDefinition),
  };
}
