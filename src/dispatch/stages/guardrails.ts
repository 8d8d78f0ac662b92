import type { LoopMemory } from '../loop-memory.ts';
import { type PendingCall, refuse, type StageResult } from './pending-call.ts';

/** Ends a call that would only repeat what came to nothing several times. */
export function guardrails(
  call: PendingCall,
  { memory }: { readonly memory: LoopMemory | undefined },
): StageResult<PendingCall> {
  const error = memory?.objection(call.name, call.digest as string);
  return error === undefined ? { call } : refuse('guardrail', error);
}
