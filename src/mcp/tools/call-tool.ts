import type { CallContext } from '../../base/call/call-context.ts';
import { fromMcpResult } from '../../base/call/from-mcp-result.ts';
import type { ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import type { RawRequest } from '../connection/raw-request.ts';

/**
 * Runs one tool of a server under its own name. Progress is passed on as it comes. When the call's signal aborts, the
 * server is told. Rejects with the SDK's errors when there is no answer; `callError` says what they mean.
 */
export async function callTool(
  request: RawRequest,
  toolName: string,
  args: JsonObject,
  call: Pick<CallContext, 'signal' | 'progress'>,
): Promise<ToolResult> {
  const params = { name: toolName, arguments: args };
  const answer = await request('tools/call', params, {
    signal: call.signal,
    onProgress: ({ progress, total, message }) =>
      call.progress({
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      }),
  });
  return fromMcpResult(answer);
}
