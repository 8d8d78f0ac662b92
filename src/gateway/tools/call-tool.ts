import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { clientInfo } from '../client/client-info.ts';
import type { ClientSide, RequestContext } from '../client/client-side.ts';
import { RefusedRequest } from '../client/refused-request.ts';
import { clientFault } from '../peer/client-fault.ts';
import { elicitThrough } from '../peer/elicit-through.ts';
import { type EndedCall, logCall } from './call-log.ts';
import { callPermission } from './call-permission.ts';
import { headerMismatch } from './header-mismatch.ts';
import { reportProgress } from './progress.ts';
import { toMcpResult } from './to-mcp-result.ts';

/** Of the protocol of 2026-07-28. */
const HEADER_MISMATCH = -32020;

type Side = Pick<ClientSide, 'parts' | 'client' | 'server' | 'peer' | 'session' | 'view'>;

/**
 * Answers `tools/call`: one dispatch, with the client's progress token and its cancellation. Whatever becomes of the
 * call is a result, also a refusal, for the model reads results; and it is one line in the log.
 *
 * @throws ProtocolError when the request names no tool or its headers say otherwise, or when the client has to do
 * something first: open an address, or declare a capability.
 */
export async function callTool(side: Side, params: JsonObject, context: RequestContext): Promise<JsonObject> {
  const { name, arguments: args } = params;
  const { clock, logger } = side.parts;
  const called = typeof name === 'string' ? name : '';
  const caller = { sessionId: side.client.sessionId, info: clientInfo(side.server, context) };
  const ended = (outcome: EndedCall['outcome'], server?: string) =>
    logCall(logger, { called, outcome, server, sent: args }, caller);
  if (called === '') {
    const message = 'tools/call needs the name of a tool, as a text';
    ended(refused(called, failure({ code: 'invalid-request', message })));
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const permission = callPermission(called, side.view());
  if ('refusal' in permission) {
    const result = failure(permission.refusal);
    ended(refused(called, result));
    return toMcpResult(result);
  }
  const progress = reportProgress(context, clock);
  let server: string | undefined;
  let mismatch: ToolError | undefined;
  const over = new AbortController();
  const outcomes = await side.session().dispatch([{ id: context.callId, name: permission.name, arguments: args }], {
    signal: context.mcpReq.signal,
    permit(request) {
      if (!request.isNested) server = request.tool.source.label;
      mismatch ??= headerMismatch(request, args, context);
      return mismatch ?? permission.permit?.(request);
    },
    elicit: elicitThrough(side.peer, { signal: over.signal, callId: context.callId }),
    ...(progress === undefined ? {} : { onProgress: progress.onProgress }),
  });
  // A call that is cancelled ends at once too; nobody waits for what it has asked.
  over.abort(new Error('the call has ended'));
  const [outcome] = called === permission.name ? outcomes : outcomes.map((each) => underItsName(called, each));
  if (outcome !== undefined) ended(outcome, server);
  await progress?.end();
  if (outcome === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, `${called} gave no result`);
  if (mismatch !== undefined) throw new RefusedRequest(400, HEADER_MISMATCH, mismatch.message);
  const fault = clientFault(outcome.result, side.peer, context);
  if (fault !== undefined) throw fault;
  return toMcpResult(outcome.result);
}

function refused(name: string, result: ToolResult): EndedCall['outcome'] {
  return { name, status: 'refused', refusedBy: 'bridge', result, durationMs: 0 };
}

/** A call that could not be read is refused in words about `tool_call`, which this client does not have. */
function underItsName(called: string, outcome: CallOutcome): CallOutcome {
  const { name, result } = outcome;
  if (name !== 'tool_call' || result.ok) return outcome;
  const say = (text: string) => text.replace(/\btool_call\b/gu, called);
  const { message, hint, ...rest } = result.error;
  const error = { ...rest, message: say(message), ...(hint === undefined ? {} : { hint: say(hint) }) };
  return { ...outcome, name: called, result: { ...result, error } };
}
