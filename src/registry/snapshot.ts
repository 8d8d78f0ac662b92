import type { Scope } from './scope.ts';
import type { SourceReport } from './source.ts';
import type { ToolDefinition } from './tool/tool.ts';

/** A registered tool this session can't use now, and why. */
export interface HiddenTool {
  readonly tool: ToolDefinition;
  /** `toolset`: not granted, or taken away. `gate`: its gate says no. `source`: its source has given up. */
  readonly by: 'toolset' | 'gate' | 'source';
  readonly reason: string;
  readonly remedy?: string;
  /** True when it may be back soon without anybody doing anything. @default false */
  readonly isPassing?: boolean;
}

/** One source's definitions, and which of them the session may use. */
export interface SnapshotGroup {
  /** All the source's definitions, in its order: one frozen array per registration, on which postings may hang. */
  readonly definitions: readonly ToolDefinition[];
  /** For each definition, whether it is in the snapshot; `all` when every one is. */
  readonly usable: 'all' | readonly boolean[];
}

/** A source as one session sees it. */
export interface SnapshotSource extends SourceReport {
  /** False when the session may use none of its tools, whatever the source's state. */
  readonly granted: boolean;
}

/** What one session may use right now. Recomputed at each turn and call; never kept. */
export interface Snapshot {
  readonly scope: Scope;
  /** Usable tools, in the order of sources, then each source's own. */
  readonly tools: readonly ToolDefinition[];
  readonly groups: readonly SnapshotGroup[];
  readonly hidden: readonly HiddenTool[];
  readonly sources: readonly SnapshotSource[];
  /** What an operator should know: a gate that failed, a toolset that does not exist. */
  readonly warnings: readonly string[];
}
