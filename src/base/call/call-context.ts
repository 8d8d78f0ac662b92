import type { JsonObject } from '../json.ts';
import type { CallOutcome, ToolCall } from './tool-call.ts';

/** How far a running call is. `total` and `message` where the tool knows them. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a person answered when a running tool asked them. */
export type Elicited =
  | { readonly action: 'accept'; readonly content: JsonObject }
  | { readonly action: 'decline' | 'cancel' };

/**
 * Asks the person behind a session. Never throws: where nobody can be asked, or the question fails, the answer is
 * `cancel`.
 */
export type Elicitor = (question: { readonly message: string; readonly schema: JsonObject }) => Promise<Elicited>;

/** What a running tool may use of its surroundings, and nothing else: the rest is injected where the tool is made. */
export interface CallContext {
  /** Aborted when the caller cancels, the session closes, or the time-out passes. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
  readonly callId: string;
  /** Reports progress to the caller; cheap, never throws. */
  readonly progress: (progress: Progress) => void;
  /** Calls another tool of the same session, through every stage. */
  readonly dispatch: (call: Omit<ToolCall, 'id'>) => Promise<CallOutcome>;
  readonly elicit: Elicitor;
}
