import type { ToolError } from '../../base/call/tool-error.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import { nameFits } from '../../guard/name-glob.ts';
import { currentName } from '../../registry/resolve-name.ts';
import { unpublishedName } from '../../registry/tool/published-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from '../approval-channel.ts';
import type { DispatchContext } from '../dispatch-context.ts';
import { type PendingCall, refuse, type StageResult } from './pending-call.ts';
import { scope } from './scope.ts';

/** Applies the deny list, then asks the channel about exactly the arguments that will run. Without a channel, calls run. */
export async function approval(call: PendingCall, context: DispatchContext): Promise<StageResult<PendingCall>> {
  const { approvals, config } = context;
  if (config.denyTools === 'all')
    return refuse('approval', denied(call.name, "approvals.deny_tools can't be read, so every tool is"));
  const glob = config.denyTools.find((each) => isDenied(call.tool, each));
  if (glob !== undefined)
    return refuse('approval', denied(call.name, `approvals.deny_tools has ${JSON.stringify(glob)}`));
  if (approvals === undefined) return call.question === undefined ? { call } : refuse('approval', nobodyToAsk(call));
  const answer = await ask(approvals, call, context);
  if (!answer.allowed) return refuse('approval', notAllowed(call.name, answer.reason));
  // A person may have taken minutes; what the session may use now is what counts.
  const still = await scope(call, context);
  return still.refusal === undefined ? { call } : still;
}

/**
 * A glob is compared with the name the model sees and, for a server's tool, with the name before it was shortened. A name
 * that a tool had before stands for the tool.
 */
function isDenied({ name, source }: ToolDefinition, glob: string): boolean {
  if (nameFits(name, glob) || name === currentName(glob)) return true;
  return source.kind === 'mcp' && nameFits(unpublishedName(source.label, source.toolName), glob);
}

async function ask(channel: ApprovalChannel, call: PendingCall, context: DispatchContext): Promise<ApprovalAnswer> {
  const { emit, scope, signal } = context;
  const subject = { callId: call.id, name: call.name };
  const request = {
    ...subject,
    sessionId: scope.sessionId,
    ...(call.via === undefined ? {} : { via: call.via }),
    arguments: call.arguments,
    digest: call.digest as string,
    ...(call.question === undefined ? {} : { reason: call.question }),
  };
  const asked = withDeadline(context.clock, Number.POSITIVE_INFINITY, signal, () =>
    context.oneAtATime(async () => {
      // Whoever went away while others were asked is not asked about any more.
      if (signal.aborted) return NO;
      emit({ type: 'approval-request', ...subject, arguments: call.arguments, digest: request.digest });
      const answer = await answerOf(channel, request, context);
      emit({ type: 'approval-answer', ...subject, ...answer });
      return answer;
    }),
  );
  return asked.catch(() => NO);
}

const NO: ApprovalAnswer = { allowed: false };

async function answerOf(
  channel: ApprovalChannel,
  request: Omit<ApprovalRequest, 'signal'>,
  { clock, config, logger, signal }: DispatchContext,
): Promise<ApprovalAnswer> {
  try {
    const answer: unknown = await withDeadline(clock, config.approvalTimeoutMs, signal, (limited) =>
      channel.ask({ ...request, signal: limited }),
    );
    const { allowed, reason } = (answer ?? {}) as Partial<ApprovalAnswer>;
    return { allowed: allowed === true, ...(typeof reason === 'string' ? { reason } : {}) };
  } catch (error) {
    logger.warn('nobody answered for a call, which counts as no', { tool: request.name, error: messageOf(error) });
    return NO;
  }
}

function denied(name: string, why: string): ToolError {
  return {
    code: 'denied-by-policy',
    message: `${name} is denied by the operator: ${why}`,
    hint: 'do not retry or rephrase the call',
  };
}

function notAllowed(name: string, reason: string | undefined): ToolError {
  return {
    code: 'not-approved',
    message: `${name} was not approved${reason === undefined ? '' : `: ${reason}`}`,
    hint: 'do not retry or rephrase the call; ask what to do instead',
  };
}

function nobodyToAsk(call: PendingCall): ToolError {
  return notAllowed(call.name, `it needs a person's leave (${call.question}), and nobody can be asked here`);
}
