import { ProtocolError } from '@modelcontextprotocol/client';
import type { Progress } from '../../base/call/call-context.ts';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { DEFAULT_DISPATCH } from '../../dispatch/config.ts';
import { maskSecrets } from '../../guard/mask-secrets.ts';
import type { ServerConfig } from '../config.ts';
import { callError, UnavailableError } from '../tools/call-error.ts';
import type { Caller } from './upstream.ts';

/** What asking a server takes. */
export interface RequesterOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  /** Sends a request on the connection that is the caller's. Rejects with the SDK's errors, or `UnavailableError`. */
  readonly ask: (method: string, params: JsonObject, caller: Caller) => Promise<JsonObject>;
  /** Takes the server's secrets and hidden characters out of a text. */
  readonly mask: (text: string) => string;
  /** What a caller must not be told in an error's data either. */
  readonly secrets: readonly string[];
}

/** Asks a server as `Upstream.request` says, within the time that a call may take. */
export function createRequester(
  options: RequesterOptions,
): (method: string, params: JsonObject, caller: Caller) => Promise<JsonObject> {
  const { config, clock, ask } = options;
  const { callTimeoutMs: limitMs = DEFAULT_DISPATCH.callTimeoutMs } = config;
  const { maxCallTimeoutMs: maxMs = DEFAULT_DISPATCH.maxCallTimeoutMs } = config;
  return async (method, params, caller) => {
    let signal = caller.signal;
    try {
      const answer: unknown = await withDeadline(clock, { limitMs, maxMs }, caller.signal, (within, extend) => {
        signal = within;
        const onProgress = (progress: Progress) => {
          extend();
          caller.onProgress?.(progress);
        };
        return ask(method, params, { ...caller, signal: within, onProgress });
      });
      if (!isJsonObject(answer)) throw new TypeError(`its answer to ${method} is no object`);
      return answer;
    } catch (error) {
      throw requestError(error, signal, options);
    }
  };
}

/** Why a server could not be asked, or what it said against it, for whoever asked. */
export function requestError(
  error: unknown,
  signal: AbortSignal,
  { config, mask, secrets }: Pick<RequesterOptions, 'config' | 'mask' | 'secrets'>,
): Error {
  if (ProtocolError.isInstance(error) && !signal.aborted) {
    return new ProtocolError(
      error.code,
      mask(error.message),
      maskSecrets((error.data ?? null) as Json, secrets) ?? undefined,
    );
  }
  const fault = error instanceof UnavailableError ? error.fault : callError(error, config.label, signal, mask);
  const { message, hint, data } = fault;
  return new CallslipError('server-unavailable', mask(hint === undefined ? message : `${message}; ${hint}`), {
    ...(data === undefined ? {} : { data: maskSecrets(data, secrets) as JsonObject }),
    cause: error,
  });
}
