import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Session } from '../../dispatch/session.ts';
import { reportProgress } from './progress.ts';
import { toMcpResult } from './to-mcp-result.ts';

/**
 * Answers `tools/call`: one dispatch, with the client's progress token and its cancellation. Whatever becomes of the
 * call is a result, also a refusal, for the model reads results.
 *
 * @throws ProtocolError when the request names no tool.
 */
export async function callTool(
  session: Session,
  params: JsonObject,
  context: ServerContext,
  clock: Clock,
): Promise<JsonObject> {
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || name === '') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/call needs the name of a tool, as a text');
  }
  const progress = reportProgress(context, clock);
  // Two clients, or one with ids 1 and "1", may use one request id at the same time.
  const call = { id: newId('call'), name, arguments: args };
  const [outcome] = await session.dispatch([call], {
    signal: context.mcpReq.signal,
    ...(progress === undefined ? {} : { onProgress: progress.onProgress }),
  });
  await progress?.end();
  if (outcome === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, `${name} gave no result`);
  return toMcpResult(outcome.result);
}
