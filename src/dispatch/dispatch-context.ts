import type { Elicitor, Progress } from '../base/call/call-context.ts';
import type { ResultStore } from '../base/call/result-store.ts';
import type { CallOutcome, ToolCall } from '../base/call/tool-call.ts';
import type { ToolError } from '../base/call/tool-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Scope } from '../registry/scope.ts';
import type { ApprovalChannel } from './approval-channel.ts';
import type { DispatchConfig } from './config.ts';
import type { SessionEvent } from './events.ts';
import type { Hooks } from './hook.ts';
import type { LoopMemory } from './loop-memory.ts';
import type { ToolLookup } from './planner/tool-lookup.ts';
import type { PermitRequest } from './session.ts';

/** What the stages of one session's calls work with. */
export interface SessionContext {
  readonly scope: Scope;
  readonly lookup: ToolLookup;
  readonly hooks: Hooks;
  readonly approvals: ApprovalChannel | undefined;
  readonly resultStore: ResultStore | undefined;
  /** Absent when the guardrails against loops are off. */
  readonly memory: LoopMemory | undefined;
  readonly config: DispatchConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: SessionEvent) => void;
  /** Runs one piece of work after the other, for questions to people. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The same, for the calls of one batch. */
export interface DispatchContext extends SessionContext {
  readonly signal: AbortSignal;
  readonly onProgress: ((callId: string, progress: Progress) => void) | undefined;
  readonly elicit: Elicitor;
  /** The caller's own look at a call. */
  readonly permit?: (request: Omit<PermitRequest, 'isNested'>) => ToolError | undefined;
  /** Runs a call that a running tool of this batch makes. */
  readonly nested: (call: ToolCall, signal: AbortSignal) => Promise<CallOutcome>;
}
