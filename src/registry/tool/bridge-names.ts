import type { Access } from './tool.ts';

/** The tools through which a model reaches deferred tools, in the order in which they are shown. */
export const BRIDGE_NAMES = ['tool_search', 'tool_describe', 'tool_call'] as const;

/** What `tool_call` is split into where one permission should not allow everything; by what each may do. */
export const CALL_NAMES: Readonly<Record<Access, string>> = {
  read: 'tool_call_read',
  write: 'tool_call_write',
  destructive: 'tool_call_destructive',
};

/** One of {@link BRIDGE_NAMES}. */
export type BridgeName = (typeof BRIDGE_NAMES)[number];

/** True for a bridge name. */
export function isBridgeName(name: string): name is BridgeName {
  return (BRIDGE_NAMES as readonly string[]).includes(name);
}

/** True for a name that tools may not have: of the bridge, as one or split. */
export function isReservedName(name: string): boolean {
  return isBridgeName(name) || Object.values(CALL_NAMES).includes(name);
}
