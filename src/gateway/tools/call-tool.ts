import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { clientInfo } from '../client/client-info.ts';
import type { ClientSide, RequestContext } from '../client/client-side.ts';
import { elicitThrough } from '../peer/elicit-through.ts';
import { urlRequired } from '../peer/url-required.ts';
import { type EndedCall, logCall } from './call-log.ts';
import { callPermission } from './call-permission.ts';
import { reportProgress } from './progress.ts';
import { toMcpResult } from './to-mcp-result.ts';

type Side = Pick<ClientSide, 'parts' | 'client' | 'server' | 'peer' | 'session' | 'view'>;

/**
 * Answers `tools/call`: one dispatch, with the client's progress token and its cancellation. Whatever becomes of the
 * call is a result, also a refusal, for the model reads results; and it is one line in the log.
 *
 * @throws ProtocolError when the request names no tool, or when the user has to open an address first.
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
  const over = new AbortController();
  const outcomes = await side.session().dispatch([{ id: context.callId, name: permission.name, arguments: args }], {
    signal: context.mcpReq.signal,
    permit(request) {
      if (!request.isNested) server = request.tool.source.label;
      return permission.permit?.(request);
    },
    elicit: elicitThrough(side.peer, { signal: over.signal, callId: context.callId }),
    ...(progress === undefined ? {} : { onProgress: progress.onProgress }),
  });
  // A call that is cancelled ends at once too; nobody waits for what it has asked.
  over.abort(new Error('the call has ended'));
  for (const outcome of outcomes) ended(outcome, server);
  await progress?.end();
  const [outcome] = outcomes;
  if (outcome === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, `${called} gave no result`);
  const toOpen = urlRequired(outcome.result, side.peer, context);
  if (toOpen !== undefined) throw toOpen;
  const isUnpeeled = called !== permission.name && outcome.name === permission.name;
  return toMcpResult(isUnpeeled ? underItsName(called, outcome.result) : outcome.result);
}

function refused(name: string, result: ToolResult): EndedCall['outcome'] {
  return { name, status: 'refused', refusedBy: 'bridge', result, durationMs: 0 };
}

/** A call that could not be read is refused in words about `tool_call`, which this client does not have. */
function underItsName(called: string, result: ToolResult): ToolResult {
  if (result.ok) return result;
  const say = (text: string) => text.replace(/\btool_call\b/gu, called);
  const { message, hint, ...rest } = result.error;
  return { ...result, error: { ...rest, message: say(message), ...(hint === undefined ? {} : { hint: say(hint) }) } };
}
