import type { Snapshot, SnapshotSource } from '../registry/snapshot.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import { snapshotGroups } from './snapshot-groups.ts';

/** What a test cares about in a snapshot beside its tools. */
export interface FakeSnapshotOptions extends Partial<Pick<Snapshot, 'hidden'>> {
  /** Tokens of the model's context window. @default unknown */
  readonly contextLength?: number;
  /** Sources in other states than ready; everything but label and state is filled in. */
  readonly sources?: readonly (Pick<SnapshotSource, 'label' | 'state'> & Partial<SnapshotSource>)[];
}

/** A snapshot in which all these tools are usable, source by source. */
export function fakeSnapshot(
  tools: readonly ToolDefinition[],
  { contextLength, hidden = [], sources = [] }: FakeSnapshotOptions = {},
): Snapshot {
  const groups = snapshotGroups(tools);
  return {
    scope: { sessionId: 'test', surface: 'test', ...(contextLength === undefined ? {} : { contextLength }) },
    tools: groups.flatMap(({ definitions }) => definitions),
    groups,
    hidden,
    leftOut: [],
    sources: sources.map((source) => ({
      kind: 'mcp',
      since: 0,
      dropped: [],
      warnings: [],
      granted: true,
      ...source,
    })),
    warnings: [],
  };
}
