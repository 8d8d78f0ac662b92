import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { ToolError } from '../../base/call/tool-error.ts';
import { DeadlineError } from '../../base/deadline.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import type { SourceState } from '../../registry/source.ts';
import { causeOf, isUndelivered } from '../server/request-loss.ts';

/** There was no server to ask, or not what was asked for. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  readonly fault: ToolError;

  constructor(fault: ToolError) {
    super(fault.message);
    this.fault = fault;
  }
}

/** These 4xx are about the moment, not about the request. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

const LOOK_FIRST = 'the call may have taken effect, so look before repeating it';

/**
 * Why a call to a server brought no answer, for the model: `timeout`, `cancelled`, `invalid-arguments`,
 * `server-error` (the server said no), or `server-unavailable` (nobody was there to say anything).
 *
 * @param mask takes secrets out of what is cut.
 */
export function callError(
  error: unknown,
  label: string,
  signal: AbortSignal,
  mask: (text: string) => string = (text) => text,
): ToolError {
  if (signal.aborted) return stopped(signal.reason, label);
  if (ProtocolError.isInstance(error)) return refusal(error, label);
  if (SdkHttpError.isInstance(error)) return httpRefusal(error, label);
  return { code: 'server-unavailable', ...silence(error, label, mask), retryable: true, data: { server: label } };
}

function httpRefusal({ status, data: { retryAfter } }: SdkHttpError, label: string): ToolError {
  const isTimed = typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter);
  return {
    code: 'server-error',
    message: `server ${label} answered HTTP ${status}`,
    ...(isTimed ? { hint: `it asks to be left alone for ${retryAfter} s` } : {}),
    retryable: status >= 500 || BUSY.has(status),
    data: { server: label, status },
  };
}

/** What is known of a request whose answer never came: only one that did not reach the server can't have taken effect. */
function silence(error: unknown, label: string, mask: (text: string) => string): Pick<ToolError, 'message' | 'hint'> {
  if (isUndelivered(error)) return { message: `server ${label} could not be asked: ${causeOf(error, mask)}` };
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed) {
    return { message: `server ${label} stopped while it ran the call`, hint: `it is being restarted; ${LOOK_FIRST}` };
  }
  return { message: `server ${label} gave no usable answer: ${causeOf(error, mask)}`, hint: LOOK_FIRST };
}

/** Why there is no server to call right now. */
export function unavailable(
  label: string,
  state: SourceState,
  detail: { reason?: string; remedy?: string; isRetried?: boolean },
): ToolError {
  const isComing = state === 'starting' || state === 'restarting';
  const hint = [detail.remedy, detail.isRetried ? 'it is tried again by itself' : undefined].filter(Boolean).join('; ');
  const message = `server ${label} is ${isComing ? `still ${state}` : 'not running'}`;
  return {
    code: 'server-unavailable',
    message: detail.reason === undefined ? message : `${message}: ${detail.reason}`,
    ...(hint === '' ? {} : { hint }),
    retryable: isComing || detail.isRetried === true,
    data: { server: label, state },
  };
}

/** A tool that its server had before, and has not now. */
export function noLongerListed(label: string, toolName: string): ToolError {
  return {
    code: 'unknown-tool',
    message: `server ${label} no longer has the tool ${displayName(toolName)}; the call was not sent`,
    hint: 'search again for what you want to do',
    data: { server: label },
  };
}

function stopped(reason: unknown, label: string): ToolError {
  if (!(reason instanceof DeadlineError)) return { code: 'cancelled', message: 'the call was cancelled' };
  return {
    code: 'timeout',
    message: `server ${label} gave no answer within ${reason.limitMs / 1000} s`,
    data: { server: label },
  };
}

function refusal(error: ProtocolError, label: string): ToolError {
  const code = error.code === ProtocolErrorCode.InvalidParams ? 'invalid-arguments' : 'server-error';
  const data: JsonObject = {
    server: label,
    rpc_code: error.code,
    ...(error.data === undefined ? {} : { rpc_data: error.data as Json }),
  };
  return { code, message: error.message, data };
}
