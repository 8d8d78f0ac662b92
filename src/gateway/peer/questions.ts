import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** What servers want to know of a client for one call, until it is answered or taken back. */
export interface Questions {
  readonly size: number;
  /** As `inputRequests`. */
  pending(): JsonObject;
  /**
   * Resolves with the client's answer as it came. Rejects with the signal's reason when the question is taken back. The
   * client sees the question under `wanted`, if nothing else has that key.
   */
  ask(method: string, params: JsonObject, signal: AbortSignal, wanted?: string): Promise<JsonObject>;
  /** Hands out `inputResponses`. Keys that nobody asked for, and what is no object, are passed over. */
  answer(responses: unknown): void;
  /** Nobody will answer any more. */
  fail(error: unknown): void;
}

interface Question {
  readonly request: JsonObject;
  readonly resolve: (answer: JsonObject) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Without questions yet. `onAsked` is called for each that comes. `given` is what the client sent with its first request:
 * the answer to a question with that very key, which is not asked then.
 */
export function createQuestions(onAsked: () => void, given: unknown): Questions {
  const questions = new Map<string, Question>();
  const early = new Map(Object.entries(isJsonObject(given) ? given : {}));
  let count = 0;
  const nextKey = () => `question_${++count}`;
  return {
    get size() {
      return questions.size;
    },
    pending: () => Object.fromEntries([...questions].map(([key, { request }]) => [key, request])),
    ask(method, params, signal, wanted) {
      const known = wanted === undefined ? undefined : early.get(wanted);
      if (wanted !== undefined && isJsonObject(known)) {
        early.delete(wanted);
        return Promise.resolve(known);
      }
      let key = wanted ?? nextKey();
      while (questions.has(key)) key = nextKey();
      let takeBack = () => {};
      return new Promise<JsonObject>((resolve, reject) => {
        takeBack = () => {
          questions.delete(key);
          reject(signal.reason);
        };
        if (signal.aborted) return takeBack();
        signal.addEventListener('abort', takeBack, { once: true });
        questions.set(key, { request: { method, params }, resolve, reject });
        onAsked();
      }).finally(() => signal.removeEventListener('abort', takeBack));
    },
    answer(responses) {
      if (!isJsonObject(responses)) return;
      for (const [key, { resolve }] of questions) {
        const answer = Object.hasOwn(responses, key) ? responses[key] : undefined;
        if (!isJsonObject(answer)) continue;
        questions.delete(key);
        resolve(answer);
      }
    },
    fail(error) {
      for (const { reject } of questions.values()) reject(error);
      questions.clear();
    },
  };
}
