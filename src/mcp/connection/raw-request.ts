import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { Progress } from '../../base/call/call-context.ts';
import type { JsonObject } from '../../base/json.ts';

/** The longest delay a timer takes. The SDK's own 60 s must not cut a request: its signal carries the real limit. */
export const NO_LIMIT_MS: number = 2 ** 31 - 1;

/** Takes any result as it is, so that fields and block types nobody here knows survive. */
const asItIs: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'callslip', validate: (value) => ({ value: value as JsonObject }) },
};

/** How one request goes. */
interface RequestOptions {
  /** Ends the request; the server is told. It carries the time limit too. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Sends one request and gives back its result as it came over the wire. */
export type RawRequest = (method: string, params: JsonObject, options: RequestOptions) => Promise<JsonObject>;

/**
 * A request function over the SDK's client that neither checks nor strips results. Rejects with the SDK's errors:
 * `ProtocolError` for an error answer, `SdkError` when the connection ended or the signal was aborted.
 */
export function rawRequest(client: Client): RawRequest {
  return (method, params, { signal, onProgress }) =>
    client.request({ method, params }, asItIs, {
      signal,
      timeout: NO_LIMIT_MS,
      ...(onProgress === undefined
        ? {}
        : {
            onprogress: ({ progress, total, message }) =>
              onProgress({
                progress,
                ...(total === undefined ? {} : { total }),
                ...(message === undefined ? {} : { message }),
              }),
          }),
    });
}
