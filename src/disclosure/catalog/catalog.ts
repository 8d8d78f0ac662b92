import { concatenate } from '../../base/concatenate.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Deferral } from '../policy/deferrable.ts';
import { splitSource } from '../policy/split-source.ts';

/** One source's definitions, and which of them are in the catalogue. */
export interface CatalogGroup {
  readonly definitions: readonly ToolDefinition[];
  /** For each definition 1 or 0; `all` when every one is in. */
  readonly included: 'all' | Uint8Array;
}

/** The tools of one session that are reached by searching. Derived from a snapshot whenever it is needed; never kept. */
export interface Catalog {
  /** In catalogue order: that of the snapshot. */
  readonly tools: readonly ToolDefinition[];
  /** The same tools by source; sources without any are left out. */
  readonly groups: readonly CatalogGroup[];
}

/** The deferred tools of a snapshot. Cheap: indexes are made when something is searched, and stay with the sources. */
export function buildCatalog(snapshot: Pick<Snapshot, 'groups'>, isDeferred: Deferral): Catalog {
  const sources = snapshot.groups
    .map((group) => ({ definitions: group.definitions, split: splitSource(group, isDeferred) }))
    .filter(({ split }) => split.deferred.length > 0);
  return {
    tools: concatenate(sources.map(({ split }) => split.deferred)),
    groups: sources.map(({ definitions, split }) => ({ definitions, included: split.included })),
  };
}

/** The same catalogue with more documents behind it: what a remote catalogue found for one query. */
export function withDocuments({ tools, groups }: Catalog, definitions: readonly ToolDefinition[]): Catalog {
  if (definitions.length === 0) return { tools, groups };
  return { tools: [...tools, ...definitions], groups: [...groups, { definitions, included: 'all' }] };
}
