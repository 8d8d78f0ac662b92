import type { CallOutcome, ToolCall } from '../base/call/tool-call.ts';
import { failure } from '../base/call/tool-result.ts';
import { messageOf } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import type { DispatchContext, SessionContext } from './dispatch-context.ts';
import { planCalls } from './planner/plan.ts';
import { runPlan } from './run-plan.ts';
import type { DispatchOptions } from './session.ts';
import { boundTurn } from './stages/bound-result.ts';
import type { PlannedCall } from './stages/pending-call.ts';

/** How deep calls made by running tools may nest. */
const MAX_DEPTH = 8;

/** One session's way to its tools. */
export interface Dispatcher {
  /** Runs a batch; see `Session.dispatch`. Never rejects. */
  dispatch(calls: readonly ToolCall[], options?: DispatchOptions): Promise<readonly CallOutcome[]>;
  /** Cancels what runs, refuses what comes, and resolves when every batch has ended. */
  close(): Promise<void>;
}

/** Makes the dispatcher of a session. */
export function createDispatcher(session: SessionContext): Dispatcher {
  const running = new Map<AbortController, Promise<readonly CallOutcome[]>>();
  let isClosed = false;

  const dispatch = (calls: readonly ToolCall[], options: DispatchOptions, depth: number) => {
    const batch = new AbortController();
    const stop = () => batch.abort(options.signal?.reason);
    if (isClosed || options.signal?.aborted) stop();
    options.signal?.addEventListener('abort', stop, { once: true });
    const { permit } = options;
    const context: DispatchContext = {
      ...session,
      signal: batch.signal,
      onProgress: options.onProgress,
      elicit: options.elicit ?? nobody,
      ...(permit && { permit: (request) => permit({ ...request, isNested: depth > 0 }) }),
      nested: async (call, signal) => {
        const [outcome] = await dispatch(
          [call],
          { signal, elicit: context.elicit, ...(permit && { permit }) },
          depth + 1,
        );
        return outcome as CallOutcome;
      },
    };
    const outcomes = runBatch(calls, depth, context).finally(() => {
      options.signal?.removeEventListener('abort', stop);
      running.delete(batch);
    });
    running.set(batch, outcomes);
    return outcomes;
  };

  return {
    dispatch: (calls, options = {}) => dispatch(calls.map(asCall), options, 0),
    async close() {
      isClosed = true;
      for (const batch of running.keys()) batch.abort();
      await Promise.all(running.values());
    },
  };
}

async function runBatch(
  calls: readonly ToolCall[],
  depth: number,
  context: DispatchContext,
): Promise<readonly CallOutcome[]> {
  try {
    const segments = depth > MAX_DEPTH ? calls.map((call) => [tooDeep(call)]) : planCalls(calls, context.lookup);
    return await boundTurn(await runPlan(segments, context), context);
  } catch (error) {
    context.logger.error('a batch could not be dispatched', { error: messageOf(error) });
    return calls.map(lost);
  }
}

/** A host may pass on what a model sent in place of a call; that costs no other call of the batch. */
function asCall(sent: ToolCall): ToolCall {
  return isJsonObject(sent) ? sent : { id: '', name: '' };
}

const nobody = async (): Promise<{ readonly action: 'cancel' }> => ({ action: 'cancel' });

function tooDeep(call: ToolCall): PlannedCall {
  const message = `${call.name} was not run: calls made by running tools are nested more than ${MAX_DEPTH} deep`;
  return {
    id: call.id,
    name: call.name,
    arguments: call.arguments,
    refusal: { by: 'guardrail', error: { code: 'too-deep', message } },
  };
}

function lost({ id, name }: ToolCall): CallOutcome {
  const error = {
    code: 'internal-error',
    message: `what became of ${name} is not known; look before calling it again`,
  };
  return { id, name, status: 'error', result: failure(error), durationMs: 0 };
}
