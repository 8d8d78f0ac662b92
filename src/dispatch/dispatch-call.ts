import { text } from '../base/call/content.ts';
import type { CallOutcome } from '../base/call/tool-call.ts';
import type { ToolError } from '../base/call/tool-error.ts';
import { failure, type ToolResult } from '../base/call/tool-result.ts';
import { messageOf } from '../base/errors.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { admit } from './stages/admit.ts';
import { approval } from './stages/approval.ts';
import { boundResult } from './stages/bound-result.ts';
import { guardrails } from './stages/guardrails.ts';
import { hookedCall } from './stages/hooked-call.ts';
import type { PendingCall, PlannedCall, Refusal, StageResult } from './stages/pending-call.ts';
import { postHooks } from './stages/post-hooks.ts';
import { preHooks } from './stages/pre-hooks.ts';
import { repair } from './stages/repair.ts';
import { type Ran, run } from './stages/run.ts';
import { scope } from './stages/scope.ts';

/** A call that was looked over: ready to run, or refused. */
export interface PreparedCall {
  /** The call as far as it came. */
  readonly call: PlannedCall | PendingCall;
  /** Set when the call may run. */
  readonly ready?: PendingCall;
  readonly refusal?: Refusal;
  /** When its first stage began. */
  readonly startedAt: number;
}

type Stage = (
  call: PendingCall,
  context: DispatchContext,
) => StageResult<PendingCall> | Promise<StageResult<PendingCall>>;

/** After the arguments are repaired, in order. Arguments that a hook changed are admitted once more. */
const STAGES: readonly Stage[] = [admit, preHooks, admit, guardrails, approval];

/** Takes a call through every stage before it runs. Never rejects: a stage that breaks refuses the call. */
export async function prepareCall(planned: PlannedCall, context: DispatchContext): Promise<PreparedCall> {
  const startedAt = context.clock.now();
  let call: PlannedCall | PendingCall = planned;
  const refused = (refusal: Refusal): PreparedCall => ({
    call,
    refusal: context.signal.aborted ? cancelled(planned.name) : refusal,
    startedAt,
  });
  try {
    if (context.signal.aborted) return refused(cancelled(planned.name));
    if (planned.refusal !== undefined) return refused(planned.refusal);
    const found = await scope(planned, context);
    if (found.refusal !== undefined) return refused(found.refusal);
    const repaired = repair(found.call);
    if (repaired.refusal !== undefined) return refused(repaired.refusal);
    let ready = repaired.call;
    for (const stage of STAGES) {
      call = ready;
      const result = await stage(ready, context);
      if (result.refusal !== undefined) return refused(result.refusal);
      ready = result.call;
    }
    return { call: ready, ready, startedAt };
  } catch (error) {
    context.logger.error('a stage of the dispatcher broke', { tool: planned.name, error: messageOf(error) });
    return refused(broken(planned.name));
  }
}

/** Runs a prepared call; a refused one stays refused. */
export function runCall({ ready, refusal }: PreparedCall, context: DispatchContext): Promise<Ran> {
  if (ready !== undefined) return run(ready, context);
  return Promise.resolve({ refusal: refusal as Refusal });
}

/** Bounds and reports what a call came to, for refused calls as well. */
export async function finishCall(prepared: PreparedCall, ran: Ran, context: DispatchContext): Promise<CallOutcome> {
  const { call } = prepared;
  const result = await shownResult(prepared, ran, context);
  const outcome: CallOutcome = Object.freeze({
    id: call.id,
    name: call.name,
    ...(call.via === undefined ? {} : { via: call.via }),
    status: ran.refusal !== undefined ? 'refused' : result.ok ? 'ok' : 'error',
    ...(ran.refusal === undefined ? {} : { refusedBy: ran.refusal.by }),
    result,
    durationMs: context.clock.now() - prepared.startedAt,
  });
  context.emit({ type: 'tool-call', phase: 'end', callId: call.id, name: call.name, outcome });
  await postHooks(outcome, hookedCall(call, context), context);
  return outcome;
}

/** A result that can't even be measured costs only its own call. */
async function shownResult({ call, ready }: PreparedCall, ran: Ran, context: DispatchContext): Promise<ToolResult> {
  try {
    const raw = ran.result ?? failure(ran.refusal.error);
    const note = ran.result !== undefined && ready !== undefined ? noted(ready, ran.result, context) : undefined;
    const bounded = await boundResult(call.id, raw, ready?.tool.maxResultChars, context);
    return note === undefined ? bounded : withNote(bounded, note);
  } catch (error) {
    context.logger.error('a result could not be read', { tool: call.name, error: messageOf(error) });
    return failure(unreadable(call.name));
  }
}

function noted(call: PendingCall, result: ToolResult, { memory, signal }: DispatchContext): string | undefined {
  // That a person stopped a call says nothing about the call.
  return signal.aborted ? undefined : memory?.record(call.name, call.digest as string, result);
}

/** Added beside what the tool said; an error without blocks is shown as one JSON object, which has room in its hint. */
function withNote(result: ToolResult, note: string): ToolResult {
  if (result.ok || result.content.length > 0) return { ...result, content: [...result.content, text(note)] };
  const { hint } = result.error;
  return { ...result, error: { ...result.error, hint: hint === undefined ? note : `${hint}. ${note}` } };
}

function cancelled(name: string): Refusal {
  return { by: 'cancelled', error: { code: 'cancelled', message: `${name} was cancelled before it ran` } };
}

function unreadable(name: string): ToolError {
  return {
    code: 'tool-result-contract',
    message: `what ${name} gave back can't be read`,
    hint: 'the call may have taken effect; its author has to mend the tool',
  };
}

function broken(name: string): Refusal {
  return {
    by: 'internal',
    error: { code: 'internal-error', message: `${name} could not be looked over, so it was not run` },
  };
}
