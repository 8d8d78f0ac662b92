import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { Progress } from '../../base/call/call-context.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { OnRequest } from './modern/answer-questions.ts';
import { unseal } from './sealed-result.ts';

/** The longest delay a timer takes. The SDK's own 60 s must not cut a request: its signal carries the real limit. */
export const NO_LIMIT_MS: number = 2 ** 31 - 1;

/** Takes any result as it is, so that fields and block types nobody here knows survive. */
const asItIs: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'callslip', validate: (value) => ({ value: unseal(value) }) },
};

/** How one request goes. */
export interface RequestOptions {
  /** Ends the request; the server is told. It carries the time limit too. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Answers what the server asks for the sake of this request, where the protocol tells. @default the connection's way */
  readonly onQuestion?: OnRequest;
}

/** Sends one request and gives back its result as it came over the wire. */
export type RawRequest = (method: string, params: JsonObject, options: RequestOptions) => Promise<JsonObject>;

/**
 * A request function over the SDK's client that neither checks nor strips results. Rejects with the SDK's errors:
 * `ProtocolError` for an error answer, `SdkError` when the connection ended or the signal was aborted; at once in the
 * latter case, however slow the server is to take note.
 */
export function rawRequest(client: Client): RawRequest {
  return (method, params, options) => sendRaw(client, method, params, options);
}

/** The same, once, with headers of its own where the transport has any. */
export function sendRaw(
  client: Client,
  method: string,
  params: JsonObject,
  { signal, onProgress }: RequestOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonObject> {
  return client.request({ method, params: withoutToken(params) }, asItIs, {
    signal,
    headers,
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

/** A token of the caller's own may be that of another request on this connection. */
function withoutToken(params: JsonObject): JsonObject {
  const { _meta: meta } = params;
  if (!isJsonObject(meta) || meta['progressToken'] === undefined) return params;
  const { progressToken: _foreign, ...rest } = meta;
  return { ...params, _meta: rest };
}
