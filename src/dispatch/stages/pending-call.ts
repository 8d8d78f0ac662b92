import type { RefusedBy } from '../../base/call/tool-call.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** Why a call ends before its tool is invoked, and where. */
export interface Refusal {
  readonly by: RefusedBy;
  readonly error: ToolError;
}

/** A call as the planner leaves it: under the real tool's name where that is known, its arguments as they were sent. */
export interface PlannedCall {
  /** The sender's id. */
  readonly id: string;
  readonly name: string;
  /** Set when the call was peeled off a `tool_call`. */
  readonly via?: 'tool_call';
  readonly arguments: unknown;
  /** Set when the planner could not make a call of it. */
  readonly refusal?: Refusal;
}

/** A call whose tool was found in the session's scope. */
export interface FoundCall extends PlannedCall {
  readonly tool: ToolDefinition;
}

/** A call on its way to its tool, frozen: each stage gives the same call or a new one. */
export interface PendingCall extends FoundCall {
  /** Frozen to any depth, and nobody else's. */
  readonly arguments: JsonObject;
  /** SHA-256 of the arguments' stable JSON, once they are admitted; whoever changes the arguments takes it off. */
  readonly digest?: string | undefined;
  /** What a hook wants a person to be asked before the call runs. */
  readonly question?: string;
}

/** What a stage makes of a call. */
export type StageResult<Call> =
  | { readonly call: Call; readonly refusal?: undefined }
  | { readonly call?: undefined; readonly refusal: Refusal };

/** A stage's way to end a call. */
export function refuse(by: RefusedBy, error: ToolError): { readonly refusal: Refusal } {
  return { refusal: { by, error } };
}
