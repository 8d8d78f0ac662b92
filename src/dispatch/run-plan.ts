import type { CallOutcome } from '../base/call/tool-call.ts';
import { finishCall, type PreparedCall, prepareCall, runCall } from './dispatch-call.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { type Lane, laneOf, SHARED } from './planner/lane.ts';
import { cutSegments } from './planner/segments.ts';
import type { PlannedCall } from './stages/pending-call.ts';
import { createWorkQueue } from './work-queue.ts';

/**
 * Runs a plan, segment by segment. In each, calls are looked over one after the other, then run side by side, then
 * finished one after the other; outcomes come in the order of the calls. Never rejects.
 */
export async function runPlan(
  segments: readonly (readonly PlannedCall[])[],
  context: DispatchContext,
): Promise<readonly CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  for (const segment of segments) {
    const prepared: PreparedCall[] = [];
    for (const call of segment) prepared.push(await prepareCall(call, context));
    // A hook may have turned a call to another file, so the final arguments decide who runs beside whom.
    for (const group of cutSegments(prepared, preparedLane)) outcomes.push(...(await runGroup(group, context)));
  }
  return outcomes;
}

function preparedLane({ ready }: PreparedCall): Lane {
  return ready === undefined ? SHARED : laneOf(ready.tool, ready.arguments);
}

async function runGroup(group: readonly PreparedCall[], context: DispatchContext): Promise<readonly CallOutcome[]> {
  const queue = createWorkQueue(context.config.maxParallelCalls);
  const running = group.map((prepared) => ({ prepared, ran: queue(() => runCall(prepared, context)) }));
  const outcomes: CallOutcome[] = [];
  for (const { prepared, ran } of running) outcomes.push(await finishCall(prepared, await ran, context));
  return outcomes;
}
