/** What one session was granted. A ceiling: search, describe, call and listing reach nothing else. */
export interface Scope {
  readonly sessionId: string;
  /** The kind of door the session came through: `cli`, `mcp`, `library`, … */
  readonly surface: string;
  /** Names of toolsets. Absent: every toolset. An empty array: none. */
  readonly enabled?: readonly string[];
  /** Toolsets of which built-in tools are granted, and of no others. Absent: of all. An empty array: none. */
  readonly builtin?: readonly string[];
  /** Names of toolsets taken away last, whatever else grants them. */
  readonly disabled?: readonly string[];
  /** The model's context window in tokens; absent or 0 when unknown. */
  readonly contextLength?: number;
  /** The session this one was derived from; a child never has more. */
  readonly parent?: Scope;
}
