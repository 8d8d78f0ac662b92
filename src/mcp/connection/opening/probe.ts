import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineError, withDeadline } from '../../../base/deadline.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Line, Speaker } from '../line.ts';

const MODERN = '2026-07-28';

/** What came of asking a server for its protocol. */
export type Verdict =
  /** It speaks 2026-07-28; its answer, as it came. */
  | { readonly kind: 'modern'; readonly discover: JsonObject }
  /** It answered something else, over HTTP perhaps by an error. */
  | { readonly kind: 'other'; readonly error?: unknown }
  /** It has not answered yet; `late` never rejects, and may never resolve. */
  | { readonly kind: 'silent'; readonly late: Promise<Verdict> }
  /** It has gone. */
  | { readonly kind: 'ended' };

/**
 * Asks a server whether it speaks 2026-07-28, in a way that does not bind it if it does not. Rejects when it can't be
 * reached at all, or at the signal.
 */
export async function probe(
  { wire }: Pick<Line, 'wire'>,
  { client, capabilities }: Pick<Speaker, 'client' | 'capabilities'>,
  { limitMs, clock, signal }: { readonly limitMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Verdict> {
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: MODERN,
    [CLIENT_INFO_META_KEY]: client,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
  const request = { jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: { _meta: envelope } } as const;
  const ask = async () => {
    const answer = await wire.ask(request);
    return offersModern(answer) ? wire.ask(request) : answer;
  };
  const verdict = ask().then(
    (answer) => judge(isJSONRPCResultResponse(answer) ? answer.result : undefined),
    (error: unknown): Verdict => {
      if (!SdkError.isInstance(error)) throw error;
      return error.code === SdkErrorCode.ConnectionClosed ? { kind: 'ended' } : { kind: 'other', error };
    },
  );
  try {
    return await withDeadline(clock, limitMs, signal, () => verdict);
  } catch (error) {
    const late = verdict.catch((): Verdict => ({ kind: 'ended' }));
    if (error instanceof DeadlineError && !signal.aborted) return { kind: 'silent', late };
    throw error;
  }
}

function judge(result: unknown): Verdict {
  const versions = isJsonObject(result) ? result['supportedVersions'] : undefined;
  const isModern = Array.isArray(versions) && versions.includes(MODERN);
  return isModern ? { kind: 'modern', discover: result as JsonObject } : { kind: 'other' };
}

/** A refusal of the version that names it as one that is spoken: to be asked once more. */
function offersModern(answer: JSONRPCMessage): boolean {
  if (!isJSONRPCErrorResponse(answer) || answer.error.code !== ProtocolErrorCode.UnsupportedProtocolVersion)
    return false;
  const supported = isJsonObject(answer.error.data) ? answer.error.data['supported'] : undefined;
  return Array.isArray(supported) && supported.includes(MODERN);
}
