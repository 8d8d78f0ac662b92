import type { JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import type { ClientSide, RequestContext } from '../client/client-side.ts';
import { reportProgress } from '../tools/progress.ts';

/**
 * Sends a client's request on to a server, with the client's progress token and its cancellation. How far a request has
 * come is the protocol's to say, and who may keep the answer is ours: neither is taken from the server.
 */
export async function askUpstream(
  { parts, session }: ClientSide,
  upstream: Upstream,
  {
    method,
    params,
    context,
  }: { readonly method: string; readonly params: JsonObject; readonly context: RequestContext },
): Promise<JsonObject> {
  const progress = reportProgress(context, parts.clock);
  const { callId } = context;
  try {
    const { resultType, cacheScope, ...answer } = await upstream.request(method, params, {
      sessionId: session().scope.sessionId,
      signal: context.mcpReq.signal,
      callId,
      ...(progress === undefined ? {} : { onProgress: (told) => progress.onProgress(callId, told) }),
    });
    return answer;
  } finally {
    await progress?.end();
  }
}
