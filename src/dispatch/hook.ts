import type { CallOutcome } from '../base/call/tool-call.ts';
import type { JsonObject } from '../base/json.ts';
import type { ToolOrigin } from '../registry/tool/tool.ts';

/** Milliseconds a hook may take, where it says nothing else. */
export const HOOK_LIMIT_MS = 10_000;

/** A call as hooks see it: under the real tool's name. */
export interface HookedCall {
  readonly callId: string;
  readonly sessionId: string;
  readonly name: string;
  /** Set when the call came through the bridge. */
  readonly via?: 'tool_call';
  /** Where the tool comes from; absent when there is no such tool. */
  readonly source?: ToolOrigin;
  /** Frozen once they are read and repaired. Empty when what was sent was no object. */
  readonly arguments: JsonObject;
}

/** What a hook wants done with a call; nothing means it may go on. */
export type PreCallDecision =
  | { readonly action: 'block'; readonly message: string }
  /** Merged over the arguments, one level deep; they are validated again. */
  | { readonly action: 'modify'; readonly arguments: JsonObject }
  /** A person must allow the call, with this said. */
  | { readonly action: 'ask'; readonly message: string };

type Maybe<T> = T | undefined | Promise<T | undefined>;

/**
 * Looks at each call before it runs, in the order in which hooks were given. Each gets the arguments as the hooks before
 * it left them, and each is asked even after one has blocked, so that an audit hook misses nothing. Blocking beats
 * asking, asking beats letting through.
 *
 * Fails closed: a throw, silence beyond the limit, or an answer that is no decision blocks the call.
 */
export interface PreCallHook {
  readonly name: string;
  /** Milliseconds. @default 10000 */
  readonly timeoutMs?: number;
  run(call: HookedCall, context: { readonly signal: AbortSignal }): Maybe<PreCallDecision>;
}

/**
 * Told of each call's outcome exactly once, refused calls included, in call order. It can't change the outcome. A throw
 * or silence beyond the limit becomes a warning and harms nobody.
 */
export interface PostCallHook {
  readonly name: string;
  /** Milliseconds. @default 10000 */
  readonly timeoutMs?: number;
  run(outcome: CallOutcome, call: HookedCall, context: { readonly signal: AbortSignal }): void | Promise<void>;
}

/** Both kinds of hooks of a session. */
export interface Hooks {
  readonly pre?: readonly PreCallHook[];
  readonly post?: readonly PostCallHook[];
}
