import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { messageOf } from '../../base/errors.ts';
import { isSessionLost } from '../transport/http/http-status.ts';
import { oneLine } from './faults/telling-line.ts';

/** Codes of the system, and of fetch, for a connection that did not come about. */
const NO_CONNECTION = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** True when fetch could not reach a server, or lost it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** True when the server did not carry a request out, so that it may safely be sent again. */
export function isUntouched(error: unknown): boolean {
  return isSessionLost(error) || isUndelivered(error);
}

/** True when a request did not get as far as the server. */
export function isUndelivered(error: unknown): boolean {
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.NotConnected) return true;
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error && 'code' in cause && NO_CONNECTION.includes(String(cause.code));
}

/** True for the error of a server that is there, knows us, and said no. */
export function isAnswer(error: unknown): boolean {
  return ProtocolError.isInstance(error) || (SdkHttpError.isInstance(error) && !isSessionLost(error));
}

/**
 * In one line, what lies behind an error that itself says little, such as "fetch failed".
 *
 * @param mask takes secrets out, before anything is cut.
 */
export function causeOf(error: unknown, mask: (text: string) => string = (text) => text): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError && cause.errors.length > 0) return oneLine(mask(messageOf(cause.errors[0])));
  return oneLine(mask(messageOf(cause ?? error)));
}
