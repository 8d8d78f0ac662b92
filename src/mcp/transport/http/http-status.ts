import { SdkHttpError } from '@modelcontextprotocol/client';

/** These 4xx say nothing of what the server understands: it wants a key, or is busy. */
const NO_VERDICT: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** True for an answer that says: not in this way. Another way may be tried, the same again is of no use. */
export function isRefusal(error: unknown): error is SdkHttpError {
  if (!SdkHttpError.isInstance(error)) return false;
  return error.status >= 400 && error.status < 500 && !NO_VERDICT.has(error.status);
}
