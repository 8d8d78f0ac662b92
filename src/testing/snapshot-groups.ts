import type { SnapshotGroup } from '../registry/snapshot.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';

/** The groups of a snapshot in which all these tools are usable: one frozen array per source, in order of first sight. */
export function snapshotGroups(all: readonly ToolDefinition[]): SnapshotGroup[] {
  const bySource = new Map<string, ToolDefinition[]>();
  for (const tool of all) {
    const source = `${tool.source.kind} ${tool.source.label}`;
    const tools = bySource.get(source);
    if (tools === undefined) bySource.set(source, [tool]);
    else tools.push(tool);
  }
  return [...bySource.values()].map((definitions) => ({ definitions: Object.freeze(definitions), usable: 'all' }));
}
