import type { Elicitor, Progress } from '../base/call/call-context.ts';
import type { CallOutcome, ToolCall } from '../base/call/tool-call.ts';
import type { ToolError } from '../base/call/tool-error.ts';
import type { Exposure } from '../disclosure/exposure.ts';
import type { View } from '../disclosure/view.ts';
import type { Scope } from '../registry/scope.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import type { SessionEvent } from './events.ts';

/** A call whose tool was found, as its caller may look at it before anything else is done with it. */
export interface PermitRequest {
  /** The very definition that will run. */
  readonly tool: ToolDefinition;
  /** Set when the call came through the bridge. */
  readonly via?: 'tool_call';
  /** Whether the tool waits behind the bridge. */
  readonly isDeferred: boolean;
  /** Whether a running tool of the batch makes the call. */
  readonly isNested: boolean;
}

/** What a caller may hand along with a batch of calls. */
export interface DispatchOptions {
  /** Cancels calls that run and refuses those that have not begun. */
  readonly signal?: AbortSignal;
  /** Told of each running call's progress. */
  readonly onProgress?: (callId: string, progress: Progress) => void;
  /**
   * Looks at each call of the batch, and at those that its running tools make; an error refuses the call, and so does a
   * throw. @default every call is permitted
   */
  readonly permit?: (request: PermitRequest) => ToolError | undefined;
  /** Asks the person behind this batch. @default nobody can be asked */
  readonly elicit?: Elicitor;
}

/** One agent's or client's granted scope, and the only way to its tools. */
export interface Session {
  readonly scope: Scope;
  /** What the session may use right now. */
  snapshot(): Promise<Snapshot>;
  /** What the model sees this turn. Never throws. */
  expose(): Promise<Exposure>;
  /** Runs a batch of calls through every stage. Outcomes come in the order of the calls; never rejects. */
  dispatch(calls: readonly ToolCall[], options?: DispatchOptions): Promise<readonly CallOutcome[]>;
  /** Everything that happens from now on. Ends when the session closes or the reader stops. */
  events(): AsyncIterable<SessionEvent>;
  /** Cancels what runs and ends the events. */
  close(): Promise<void>;
}

/** Makes sessions over one registry with one set of rules; every door gets one. */
export interface SessionFactory {
  /** @param view how the session's model is shown its tools; asked each time, as its client may be known late. */
  createSession(scope: Scope, view?: () => View): Session;
}
