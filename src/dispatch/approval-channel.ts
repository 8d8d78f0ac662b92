import type { JsonObject } from '../base/json.ts';

/** What a person (or a rule) is asked to allow: exactly this call with exactly these arguments. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly sessionId: string;
  /** The real tool's name. */
  readonly name: string;
  /** Set when the call came through the bridge. */
  readonly via?: 'tool_call';
  /** Frozen; what will run. */
  readonly arguments: JsonObject;
  /** SHA-256 over the arguments as JSON with sorted keys. The call runs only while they have it. */
  readonly digest: string;
  /** Why a hook wants this call to be asked for. */
  readonly reason?: string;
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The answer. Only `allowed: true` lets the call run. */
export interface ApprovalAnswer {
  readonly allowed: boolean;
  /** Told to the model when the call was not allowed. */
  readonly reason?: string;
}

/**
 * Decides about calls before they run. A session asks one question at a time, for every call that the deny list lets
 * through; a channel answers at once for what it need not ask a person. A throw, silence beyond the limit, or anything
 * that is no answer means no.
 */
export interface ApprovalChannel {
  ask(request: ApprovalRequest): Promise<ApprovalAnswer>;
}
