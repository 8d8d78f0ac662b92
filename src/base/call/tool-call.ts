import type { ToolResult } from './tool-result.ts';

/** One call as a model (or a client) sent it. Nothing in it is trusted. */
export interface ToolCall {
  /** The sender's id; results are matched by it. */
  readonly id: string;
  readonly name: string;
  /** An object, or the JSON text of one, or nothing. */
  readonly arguments?: unknown;
}

/** Where a refused call was stopped; `internal` when a stage broke, which is a fault of ours. */
export type RefusedBy = 'bridge' | 'scope' | 'arguments' | 'hook' | 'guardrail' | 'approval' | 'cancelled' | 'internal';

/** What became of one call. Outcomes come in the order of the calls. */
export interface CallOutcome {
  /** The id of the {@link ToolCall}. */
  readonly id: string;
  /** The real tool's name; the called name when there is no such tool. */
  readonly name: string;
  /** Set when the call came through the bridge. */
  readonly via?: 'tool_call';
  /** `refused`: the tool was not invoked. */
  readonly status: 'ok' | 'error' | 'refused';
  readonly refusedBy?: RefusedBy;
  readonly result: ToolResult;
  /** Milliseconds from the first stage to the last. */
  readonly durationMs: number;
}
