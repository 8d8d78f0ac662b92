import {
  type Client,
  LOG_LEVEL_META_KEY,
  SdkError,
  SdkErrorCode,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { type RawRequest, type RequestOptions, sendRaw } from '../raw-request.ts';
import { answerQuestions, type OnRequest } from './answer-questions.ts';
import type { ParamHeaders } from './param-headers.ts';

/** How often one request may ask back. */
const MOST_ROUNDS = 10;

/** What requests to a server of 2026-07-28 need. */
export interface ModernRequestOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** What calls say in headers, where there are any. */
  readonly paramHeaders: ParamHeaders | undefined;
  /** Answers a question of the server's. */
  readonly onRequest: OnRequest;
}

/**
 * Requests to a server of 2026-07-28, for callers that need not know the generation. A server's questions are answered,
 * and the request sent again with the answers, up to ten times; where a question has no answer the request fails with its
 * error. `logging/setLevel`, which that protocol has not, makes each later request ask for log messages.
 */
export function modernRequest({ client, clock, paramHeaders, onRequest }: ModernRequestOptions): RawRequest {
  let logLevel: string | undefined;

  const send = async (method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> => {
    const headers = paramHeaders?.of(method, params) ?? {};
    let result = await sendRaw(client, method, params, options, headers);
    for (let round = 1; result['resultType'] === 'input_required'; round++) {
      if (round > MOST_ROUNDS) throw endless(method);
      const answers = await answerQuestions(result, options.signal, options.onQuestion ?? onRequest, clock);
      result = await sendRaw(client, method, { ...params, ...answers }, options, headers);
    }
    return plain(result);
  };

  return async (method, params, options) => {
    if (method === 'logging/setLevel') {
      logLevel = typeof params['level'] === 'string' ? params['level'] : undefined;
      return {};
    }
    return send(method, logLevel === undefined ? params : withLogLevel(params, logLevel), options);
  };
}

/** Without what is of the protocol, and not of the result. */
function plain({ resultType: _kind, ...result }: JsonObject): JsonObject {
  const { _meta: meta } = result;
  if (!isJsonObject(meta) || meta[SERVER_INFO_META_KEY] === undefined) return result;
  const { [SERVER_INFO_META_KEY]: _server, ...rest } = meta;
  if (Object.keys(rest).length > 0) return { ...result, _meta: rest };
  const { _meta: _empty, ...without } = result;
  return without;
}

function withLogLevel(params: JsonObject, level: string): JsonObject {
  const { _meta: meta } = params;
  return { ...params, _meta: { [LOG_LEVEL_META_KEY]: level, ...(isJsonObject(meta) ? meta : {}) } };
}

function endless(method: string): SdkError {
  const message = `${method} asks back more than ${MOST_ROUNDS} times`;
  return new SdkError(SdkErrorCode.InputRequiredRoundsExceeded, message);
}
