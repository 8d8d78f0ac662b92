import type { Scope } from './scope.ts';
import type { SourceReport } from './source.ts';
import type { ToolDefinition } from './tool/tool.ts';

/** A registered tool this session can't use now, and why. */
export interface HiddenTool {
  readonly tool: ToolDefinition;
  /**
   * `toolset`: not granted, or taken away. `gate`: its gate says no. `source`: its source has given up. `config`: its
   * source's entry leaves it out, and it is not registered.
   */
  readonly by: 'toolset' | 'gate' | 'source' | 'config';
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

/** What the configuration leaves out of one source. */
export interface LeftOutGroup {
  /** All of it, in the source's order: one frozen array while nothing changes, on which postings may hang. */
  readonly definitions: readonly ToolDefinition[];
  /** Those that the session's toolsets would grant, and what leaves each out. */
  readonly hidden: readonly HiddenTool[];
}

/** A source as one session sees it. */
export interface SnapshotSource extends SourceReport {
  /** False when the session may use none of its tools, whatever the source's state. */
  readonly granted: boolean;
  /** How many of its tools are granted, usable or not; absent while they are not known. */
  readonly toolCount?: number;
}

/** What one session may use right now. Recomputed at each turn and call; never kept. */
export interface Snapshot {
  readonly scope: Scope;
  /** Usable tools, in the order of sources, then each source's own. */
  readonly tools: readonly ToolDefinition[];
  readonly groups: readonly SnapshotGroup[];
  readonly hidden: readonly HiddenTool[];
  /** What could be had by changing the configuration. Not registered, so it is in none of the lists above. */
  readonly leftOut: readonly LeftOutGroup[];
  readonly sources: readonly SnapshotSource[];
  /** What an operator should know: a gate that failed, a toolset that does not exist. */
  readonly warnings: readonly string[];
}
