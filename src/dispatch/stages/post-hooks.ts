import type { CallOutcome } from '../../base/call/tool-call.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { SessionContext } from '../dispatch-context.ts';
import { HOOK_LIMIT_MS, type HookedCall } from '../hook.ts';

/** Tells every post-call hook of an outcome, one after the other. A hook that fails becomes a warning. Never throws. */
export async function postHooks(
  outcome: CallOutcome,
  call: HookedCall,
  { hooks, clock, logger, emit }: Pick<SessionContext, 'hooks' | 'clock' | 'logger' | 'emit'>,
): Promise<void> {
  for (const hook of hooks.post ?? []) {
    try {
      await withDeadline(clock, hook.timeoutMs ?? HOOK_LIMIT_MS, undefined, (signal) =>
        hook.run(outcome, call, { signal }),
      );
    } catch (error) {
      const message = `the post-call hook "${hook.name}" failed for ${call.name}: ${messageOf(error)}`;
      logger.warn(message);
      emit({ type: 'warning', message });
    }
  }
}
