import type { ToolError } from '../../base/call/tool-error.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { DispatchContext } from '../dispatch-context.ts';
import { HOOK_LIMIT_MS, type PreCallDecision, type PreCallHook } from '../hook.ts';
import { hookedCall } from './hooked-call.ts';
import { ownArguments } from './own-arguments.ts';
import { type PendingCall, refuse, type StageResult } from './pending-call.ts';

/** Asks every pre-call hook in turn. The strictest answer counts; see {@link PreCallHook}. */
export async function preHooks(call: PendingCall, context: DispatchContext): Promise<StageResult<PendingCall>> {
  let current = call;
  const blocks: ToolError[] = [];
  const questions: string[] = [];
  for (const hook of context.hooks.pre ?? []) {
    const decision = await decide(hook, current, context);
    if (decision?.action === 'block') blocks.push(blockedBy(hook, call.name, decision.message));
    if (decision?.action === 'ask') questions.push(decision.message);
    if (decision?.action === 'modify') current = changed(current, decision.arguments);
  }
  const [first] = blocks;
  if (first !== undefined) return refuse('hook', first);
  return { call: questions.length === 0 ? current : { ...current, question: questions.join('\n') } };
}

async function decide(
  hook: PreCallHook,
  call: PendingCall,
  context: DispatchContext,
): Promise<PreCallDecision | undefined> {
  try {
    const answer: unknown = await withDeadline(
      context.clock,
      hook.timeoutMs ?? HOOK_LIMIT_MS,
      context.signal,
      (signal) => hook.run(hookedCall(call, context), { signal }),
    );
    return readDecision(answer);
  } catch (error) {
    context.logger.warn('a pre-call hook failed, and its call was blocked', {
      hook: hook.name,
      tool: call.name,
      error: messageOf(error),
    });
    return { action: 'block', message: 'this check could not be made, and without it the call may not run' };
  }
}

/** @throws when the answer is no decision, or its arguments can't be read. */
function readDecision(answer: unknown): PreCallDecision | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (!isJsonObject(answer)) throw new TypeError('the hook gave no decision');
  const { action, message, arguments: args } = answer;
  if ((action === 'block' || action === 'ask') && typeof message === 'string') return { action, message };
  if (action === 'modify' && isJsonObject(args)) return { action, arguments: ownArguments(args) };
  throw new TypeError('the hook gave no decision');
}

function changed(call: PendingCall, by: JsonObject): PendingCall {
  return { ...call, arguments: ownArguments({ ...call.arguments, ...by }), digest: undefined };
}

function blockedBy(hook: PreCallHook, tool: string, message: string): ToolError {
  return {
    code: 'blocked-by-hook',
    message: `${tool} was not run: ${message}`,
    hint: 'do not retry or rephrase the call; do something else, or say why it is needed',
    data: { hook: hook.name },
  };
}
