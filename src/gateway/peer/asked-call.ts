import { type Notification, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/json.ts';
import type { RequestContext } from '../client/client-side.ts';
import { createQuestions, type Questions } from './questions.ts';

/** So long a question waits for others to go with it. */
const GATHER_MS = 5;

/** What a call is made of. */
export interface AskedCallOptions {
  readonly callId: string;
  readonly clock: Clock;
  /** The `inputResponses` of its first request: a client may know what will be asked. */
  readonly given?: unknown;
  /** Puts the call aside while the client is away; gives the `requestState` to come back with, or nothing when it may not. */
  readonly park: (call: AskedCall) => string | undefined;
}

/** The client's request that waits for this call right now. */
interface Attached {
  readonly context: ServerContext;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  /** It waits no longer. */
  detach(): void;
}

/**
 * What is done for one request of a client of 2026-07-28, which can't be asked but by answering: it goes on while the
 * client is away to find an answer, and is what the request that the client comes back with waits for.
 */
export class AskedCall {
  readonly #options: AskedCallOptions;
  readonly #life: AbortController = new AbortController();
  readonly #questions: Questions;
  readonly #endListeners: Set<() => void> = new Set();
  #attached: Attached | undefined;
  /** Hands over what it came to. */
  #outcome: ((to: Pick<Attached, 'resolve' | 'reject'>) => void) | undefined;
  #isGathering = false;

  constructor(options: AskedCallOptions) {
    this.#options = options;
    this.#questions = createQuestions(() => this.#advance(), options.given);
  }

  /** Aborted when the client has given the call up, or lost it. */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** Calls `listener` when it has come to an end and nothing goes on for it. */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** The request that waits, where one does. */
  get context(): ServerContext | undefined {
    return this.#attached?.context;
  }

  /** Begins, for its first request. The work is given a signal of its own, and progress goes to whoever waits. */
  start(work: (context: RequestContext) => JsonObject | Promise<JsonObject>, first: ServerContext): void {
    const { callId } = this.#options;
    const mcpReq = {
      ...first.mcpReq,
      _meta: { ...first.mcpReq._meta, progressToken: callId },
      signal: this.#life.signal,
      notify: (notification: Notification) => this.tell(notification),
    };
    Promise.resolve()
      .then(() => work({ ...first, mcpReq, callId }))
      .then(
        (result) => this.#end(({ resolve }) => resolve(result)),
        (error: unknown) => this.#end(({ reject }) => reject(error)),
      );
  }

  /**
   * Lets a request wait: for the result, or for what the client is to be asked first. When it is given up meanwhile, so is
   * the call; what becomes of it after its answer is of no account.
   */
  attach(context: ServerContext): Promise<JsonObject> {
    const { signal } = context.mcpReq;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.abort(signal.reason);
      const detach = () => {
        signal.removeEventListener('abort', giveUp);
        this.#attached = undefined;
      };
      this.#attached = { context, resolve, reject, detach };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#advance();
    });
  }

  /** Asks the client, with its next answer. */
  ask(method: string, params: JsonObject, signal: AbortSignal, key?: string): Promise<JsonObject> {
    return this.#questions.ask(method, params, signal, key);
  }

  /** Takes what the client came back with. */
  answer(responses: unknown): void {
    this.#questions.answer(responses);
  }

  /** Tells the client, beside the request that waits, and under its own progress token. Dropped when none does. */
  async tell(notification: Notification): Promise<void> {
    const request = this.#attached?.context.mcpReq;
    if (request === undefined) return;
    if (notification.method !== 'notifications/progress') return request.notify(notification);
    const progressToken = request._meta?.progressToken;
    if (progressToken === undefined) return;
    await request.notify({ ...notification, params: { ...notification.params, progressToken } });
  }

  /** Ends it, and what is done for it. */
  abort(reason: unknown): void {
    this.#life.abort(reason);
    this.#end(({ reject }) => reject(reason));
  }

  #end(outcome: (to: Pick<Attached, 'resolve' | 'reject'>) => void): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.#questions.fail(
      new ProtocolError(ProtocolErrorCode.InternalError, 'the call that the question was for has ended'),
    );
    for (const listener of this.#endListeners) listener();
    this.#advance();
  }

  #advance(): void {
    const attached = this.#attached;
    if (attached === undefined) return;
    if (this.#outcome !== undefined) {
      attached.detach();
      this.#outcome(attached);
    } else if (this.#questions.size > 0 && !this.#isGathering) {
      this.#isGathering = true;
      this.#options.clock.schedule(GATHER_MS, () => {
        this.#isGathering = false;
        this.#askNow();
      });
    }
  }

  #askNow(): void {
    const attached = this.#attached;
    if (attached === undefined || this.#questions.size === 0) return;
    const requestState = this.#options.park(this);
    if (requestState === undefined) {
      const message = 'the client can not be asked now: too many calls wait for their clients';
      this.#questions.fail(new ProtocolError(ProtocolErrorCode.InternalError, message));
      return;
    }
    attached.detach();
    attached.resolve({ resultType: 'input_required', inputRequests: this.#questions.pending(), requestState });
  }
}
