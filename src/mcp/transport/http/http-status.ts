import { isJSONRPCErrorResponse, ProtocolErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { readMessages } from '../wire-message.ts';

/** These 4xx say nothing of what the server understands: it wants a key, or is busy. */
const NO_VERDICT: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** True for an answer that says: not in this way. Another way may be tried, the same again is of no use. */
export function isRefusal(error: unknown): error is SdkHttpError {
  if (!SdkHttpError.isInstance(error) || isSessionLost(error)) return false;
  return error.status >= 400 && error.status < 500 && !NO_VERDICT.has(error.status);
}

/** With what else than 404 servers refuse a session that they do not know. Their words then tell what it is about. */
const PERHAPS_SESSION: ReadonlySet<number> = new Set([400, 401]);

/**
 * True when a request that was sent in a session was refused because the server does not know that any more: 404, or 400
 * or 401 with words about the session. A 404 may also mean, in the body, that the method is unknown.
 */
export function refusesSession({ status, data }: SdkHttpError): boolean {
  const text = typeof data.text === 'string' ? data.text : '';
  if (status !== 404) return PERHAPS_SESSION.has(status) && /\bsession/i.test(text);
  return !readMessages(text).some((said) => isJSONRPCErrorResponse(said) && isUnknownMethod(said.error));
}

function isUnknownMethod({ code }: { readonly code: number }): boolean {
  return code === ProtocolErrorCode.MethodNotFound;
}

/** The same error for a session that is lost, so that it can be told from a 404 for other reasons. */
export function sessionLost({ code, message, data }: SdkHttpError): SdkHttpError {
  return new SdkHttpError(code, message, { ...data, isSessionLost: true });
}

/** True when an HTTP server has forgotten the session: the request was not carried out. */
export function isSessionLost(error: unknown): boolean {
  return SdkHttpError.isInstance(error) && error.data['isSessionLost'] === true;
}
