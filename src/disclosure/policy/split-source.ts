import type { SnapshotGroup } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Deferral } from './deferrable.ts';

/** The tool that manages remote accounts; where it is, their tools may be met. */
export const MANAGE_CONNECTIONS = 'manage_connections';

/** The usable tools of one source, by what becomes of them. The arrays stay the same while the source does. */
export interface SourceSplit {
  readonly visible: readonly ToolDefinition[];
  readonly deferred: readonly ToolDefinition[];
  /** For each definition of the source, 1 when it is among the deferred, else 0; `all` when every one is. */
  readonly included: 'all' | Uint8Array;
  /** Those of the deferred that ask to be always loaded. */
  readonly overridden: readonly ToolDefinition[];
  /** Whether `manage_connections` is among its usable tools, and with it tools of remote connectors. */
  readonly connectors: boolean;
}

interface Held {
  readonly usable: SnapshotGroup['usable'];
  readonly split: SourceSplit;
}

const held = new WeakMap<readonly ToolDefinition[], WeakMap<Deferral, Held>>();

/**
 * Splits one source of a snapshot. The split hangs on the source's frozen definitions, so that a turn with thousands of
 * tools asks nothing of each of them again.
 */
export function splitSource({ definitions, usable }: SnapshotGroup, isDeferred: Deferral): SourceSplit {
  const known = held.get(definitions)?.get(isDeferred);
  if (known !== undefined && isSameUse(known.usable, usable)) return known.split;
  const tools = usable === 'all' ? definitions : definitions.filter((_, index) => usable[index] === true);
  const deferred = Object.freeze(tools.filter(isDeferred));
  const split: SourceSplit = {
    visible: Object.freeze(tools.filter((tool) => !isDeferred(tool))),
    deferred,
    included: deferred.length === definitions.length ? 'all' : maskOf(definitions, deferred),
    overridden: deferred.filter(({ alwaysLoad }) => alwaysLoad === true),
    connectors: tools.some(({ name }) => name === MANAGE_CONNECTIONS),
  };
  if (!Object.isFrozen(definitions)) return split;
  const ofSource = held.get(definitions) ?? new WeakMap<Deferral, Held>();
  held.set(definitions, ofSource.set(isDeferred, { usable, split }));
  return split;
}

function maskOf(definitions: readonly ToolDefinition[], deferred: readonly ToolDefinition[]): Uint8Array {
  const members = new Set(deferred);
  return Uint8Array.from(definitions, (tool) => (members.has(tool) ? 1 : 0));
}

/** Whether two sessions may use the same tools of a source. */
export function isSameUse(a: SnapshotGroup['usable'], b: SnapshotGroup['usable']): boolean {
  if (a === 'all' || b === 'all') return a === b;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
