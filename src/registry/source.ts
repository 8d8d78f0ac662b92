import type { Tool, ToolDefinition, ToolOrigin } from './tool/tool.ts';

/** A tool that was not taken, by its own name, and why. */
export interface DroppedTool {
  readonly name: string;
  readonly reason: string;
}

/** A tool that the configuration leaves out. It is never registered; only why it is missing can be told. */
export interface LeftOutTool {
  readonly tool: ToolDefinition;
  /** By which key, one line. */
  readonly reason: string;
  readonly remedy: string;
}

/** What a source knows beside its tools. */
export interface SourceNotes {
  /** Entries of which no tool could be made; they go into the source's report, with the warnings. */
  readonly dropped?: readonly DroppedTool[];
  readonly warnings?: readonly string[];
  readonly leftOut?: readonly LeftOutTool[];
}

/** What registering a source's tools came to. Registration never throws for a tool. */
export interface Registration {
  /** Published names, in the source's order. */
  readonly registered: readonly string[];
  readonly dropped: readonly DroppedTool[];
}

/**
 * `starting`: nothing known yet. `restarting`: it comes, and its last tools stay, marked cached. `ready`: its tools can be
 * called. `failed`: they can't. `disabled`: switched off.
 */
export type SourceState = 'ready' | 'starting' | 'restarting' | 'failed' | 'disabled';

/** One source in a snapshot. */
export interface SourceReport {
  readonly label: string;
  readonly kind: ToolOrigin['kind'];
  readonly state: SourceState;
  /** When the state began, in milliseconds of the registry's clock. */
  readonly since: number;
  /** How many tools it offers, where known. */
  readonly toolCount?: number;
  readonly dropped: readonly DroppedTool[];
  /** Odd things repaired at registration, one sentence each, naming the tool. */
  readonly warnings: readonly string[];
  /** Why it is not ready, one line. */
  readonly reason?: string;
  readonly remedy?: string;
  /** True for a failed one that is tried again by itself. @default false */
  readonly isRetried?: boolean;
}

/** Who registers: one built-in set, plugin, MCP server or connector. */
export interface SourceIdentity {
  readonly kind: ToolOrigin['kind'];
  /** Unique within its kind. */
  readonly label: string;
  /**
   * Place among sources of its kind, by configuration, never by arrival. Kinds come in the order built-in, plugin, mcp,
   * connectors, other; equal places keep the order in which the sources were opened. @default 0
   */
  readonly order?: number;
  /** A plugin may replace tools of other sources only with its operator's leave. @default false */
  readonly mayOverride?: boolean;
}

/** A source's own hand on the registry. */
export interface SourceHandle {
  readonly identity: SourceIdentity;
  /** Replaces all tools of this source at once; an unchanged tool keeps its definition, and so its memos. */
  replace(tools: readonly Tool[], notes?: SourceNotes): Registration;
  setState(state: SourceState, detail?: Pick<SourceReport, 'reason' | 'remedy' | 'isRetried'>): void;
  /** Moves the source to another place among those of its kind. */
  reorder(order: number): void;
  /** Takes the source and its tools out. */
  close(): void;
}
