import { MissingRequiredClientCapabilityError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { UndeclaredError } from '../../peers/undeclared.ts';
import { pause } from '../../transport/http/pause.ts';

/** Before a request is sent again that the server only wants to see again. */
const LOOK_AGAIN_MS = 250;
/** What the server may ask for within the answer to a request. */
const QUESTIONS: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

/** Answers a question of a server's. `key` is its name for it. */
export type OnRequest = (method: string, params: JsonObject, signal: AbortSignal, key: string) => Promise<JsonObject>;

/**
 * Answers what a server of 2026-07-28 asks for in an `input_required` result, all at once, and gives what the next request
 * is to carry: the answers, and the server's own state. Rejects with the first failure, or the signal's reason; what is
 * still being answered is told by its signal.
 */
export async function answerQuestions(
  { inputRequests, requestState }: JsonObject,
  signal: AbortSignal,
  onRequest: OnRequest,
  clock: Clock,
): Promise<JsonObject> {
  const state = requestState === undefined ? {} : { requestState };
  const questions = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
  if (questions.length === 0) {
    await pause(clock, LOOK_AGAIN_MS, signal);
    return state;
  }
  // When one fails, the others are of no use any more.
  const others = new AbortController();
  const stop = () => others.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const answered = questions.map(async ([key, question]) => {
      const { method, params } = readQuestion(question);
      return [key, await onRequest(method, params, others.signal, key).catch(rethrow)] as const;
    });
    return { ...state, inputResponses: Object.fromEntries(await raceToFailure(answered, others.signal)) };
  } catch (error) {
    others.abort(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** All of them; or the first failure, or the signal's reason, however long the others take. */
function raceToFailure<T>(all: readonly Promise<T>[], signal: AbortSignal): Promise<T[]> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    Promise.all(all).then(resolve, reject);
  });
}

/** A server of 2026-07-28 would not have asked what it knew to be undeclared; and its answer would have been this. */
function rethrow(error: unknown): never {
  if (!(error instanceof UndeclaredError)) throw error;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: error.needs }, error.message);
}

function readQuestion(question: unknown): { readonly method: string; readonly params: JsonObject } {
  const { method, params } = isJsonObject(question) ? question : {};
  if (typeof method === 'string' && QUESTIONS.has(method))
    return { method, params: isJsonObject(params) ? params : {} };
  throw new SdkError(SdkErrorCode.InvalidResult, `the server asks for ${String(method)}, which it may not ask for`);
}
