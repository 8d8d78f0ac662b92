/** The tools through which a model reaches deferred tools, in the order in which they are shown. */
export const BRIDGE_NAMES = ['tool_search', 'tool_describe', 'tool_call'] as const;

/** One of {@link BRIDGE_NAMES}. */
export type BridgeName = (typeof BRIDGE_NAMES)[number];

/** True for a bridge name; no other tool may be registered under one. */
export function isBridgeName(name: string): name is BridgeName {
  return (BRIDGE_NAMES as readonly string[]).includes(name);
}
