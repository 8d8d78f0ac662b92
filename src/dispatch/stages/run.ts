import type { CallContext } from '../../base/call/call-context.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import { DeadlineError, withDeadline } from '../../base/deadline.ts';
import { sha256Hex } from '../../base/hash.ts';
import { newId } from '../../base/ids.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { jsonFault } from '../../base/json-fault.ts';
import { stableJson } from '../../base/stable-json.ts';
import { waitOf } from '../../base/wait-note.ts';
import type { DispatchContext } from '../dispatch-context.ts';
import { checkOutput } from './check-output.ts';
import { errorText } from './error-text.ts';
import { type PendingCall, type Refusal, refuse } from './pending-call.ts';

/** What running came to. */
export type Ran =
  | { readonly result: ToolResult; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Refusal };

/** Why the signal of a call that has ended is aborted. */
const OVER = 'the call has ended';

/** Whoever writes a result nested deeper as JSON further on could fail, and lose other calls with it. */
const MAX_RESULT_LEVELS = 1_000;

/**
 * Invokes the tool with a copy of the approved arguments, within its time-out, which each progress that it reports starts
 * anew, up to a maximum. Ends at the moment the call is cancelled, whether or not the tool listens; what it gives back
 * later is ignored. Whatever it throws, or gives in place of a result, becomes a failure. Never rejects.
 */
export async function run(call: PendingCall, context: DispatchContext): Promise<Ran> {
  const { tool } = call;
  const { clock, config } = context;
  if (context.signal.aborted) return refuse('cancelled', notStarted(call.name));
  const args = JSON.parse(JSON.stringify(call.arguments)) as JsonObject;
  if (sha256Hex(stableJson(args)) !== call.digest) return refuse('approval', argumentsChanged(call.name));
  const limit = {
    limitMs: tool.timeoutMs ?? config.callTimeoutMs,
    maxMs: tool.maxTimeoutMs ?? config.maxCallTimeoutMs,
  };
  const life = new AbortController();
  context.emit({ type: 'tool-call', phase: 'start', ...subjectOf(call), arguments: call.arguments });
  try {
    const result: unknown = await withDeadline(clock, limit, context.signal, (signal, extend) => {
      signal.addEventListener('abort', () => life.abort(signal.reason), { once: true });
      return tool.execute(args, callContext(call, { signal: life.signal, extend }, context));
    });
    if (!isToolResult(result)) return { result: failure(contractBroken(call.name, result)) };
    const fault = jsonFault(result, MAX_RESULT_LEVELS);
    if (fault !== undefined) return { result: failure(unwritable(call.name, fault)) };
    checkOutput(tool, result, context.logger);
    return { result };
  } catch (error) {
    return { result: failure(whyFailed(call.name, error, life.signal)) };
  } finally {
    // From here on the tool can report, ask and call nothing more, even when it still runs.
    life.abort(OVER);
  }
}

/** A running call: its end, and how a sign of life moves that. */
interface Life {
  readonly signal: AbortSignal;
  readonly extend: () => void;
}

function callContext(call: PendingCall, { signal, extend }: Life, context: DispatchContext): CallContext {
  return {
    signal,
    sessionId: context.scope.sessionId,
    callId: call.id,
    progress: (progress) => {
      if (signal.aborted) return;
      extend();
      context.emit({ type: 'tool-call', phase: 'progress', callId: call.id, name: call.name, progress });
      try {
        context.onProgress?.(call.id, progress);
      } catch {
        // The caller's listener is no reason for the tool to fail.
      }
    },
    dispatch: (inner) => context.nested({ ...inner, id: newId('call') }, signal),
    elicit: async (question) => {
      if (signal.aborted) return { action: 'cancel' };
      try {
        return await context.elicit(question);
      } catch {
        return { action: 'cancel' };
      }
    },
  };
}

function subjectOf(call: PendingCall): { readonly callId: string; readonly name: string; readonly via?: 'tool_call' } {
  return { callId: call.id, name: call.name, ...(call.via === undefined ? {} : { via: call.via }) };
}

function isToolResult(value: unknown): value is ToolResult {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return false;
  if (!value.content.every((block) => isJsonObject(block) && typeof block.type === 'string')) return false;
  if (value.ok === true) return true;
  const { error } = value;
  return (
    value.ok === false && isJsonObject(error) && typeof error.code === 'string' && typeof error.message === 'string'
  );
}

function whyFailed(name: string, error: unknown, signal: AbortSignal): ToolError {
  if (!signal.aborted) return { code: 'tool-failed', message: `${name} failed: ${errorText(error)}` };
  if (signal.reason instanceof DeadlineError) return timedOut(name, signal.reason, waitOf(signal));
  return {
    code: 'cancelled',
    message: `${name} was cancelled while it ran`,
    hint: 'it may have taken effect in part',
  };
}

function timedOut(name: string, { kind, limitMs }: DeadlineError, wait: string | undefined): ToolError {
  const seconds = limitMs / 1000;
  const what = {
    limit: `gave no answer within ${seconds} s`,
    silence: `gave neither an answer nor progress for ${seconds} s`,
    maximum: `was still running after ${seconds} s, the most to which progress may extend a call`,
  }[kind];
  return {
    code: 'timeout',
    message: `${name} ${what}${wait === undefined ? '' : `: it was still waiting for ${wait}`}`,
    hint:
      wait === undefined
        ? 'it may have taken effect; look before calling it again'
        : 'it did not begin, so it can be called again',
    retryable: true,
    data: { limit: kind === 'maximum' ? 'max_call_timeout' : 'call_timeout', seconds },
  };
}

function notStarted(name: string): ToolError {
  return { code: 'cancelled', message: `${name} was cancelled before it ran` };
}

function argumentsChanged(name: string): ToolError {
  return { code: 'arguments-changed', message: `${name} was not run: its arguments are not those that were approved` };
}

function contractBroken(name: string, value: unknown): ToolError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return {
    code: 'tool-result-contract',
    message: `${name} gave back something that is no tool result`,
    hint: 'the call may have taken effect; its author has to mend the tool',
    data: { tool: name, result_type: type },
  };
}

function unwritable(name: string, fault: string): ToolError {
  return {
    code: 'tool-result-contract',
    message: `${name} gave back a result that can't be passed on: it ${fault}`,
    hint: 'the call may have taken effect; its author has to mend the tool',
    data: { tool: name },
  };
}
