import {
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { withDeadline } from '../../../base/deadline.ts';
import type { HttpEndpoint } from '../../config.ts';
import { errorAnswer, readMessages } from '../wire-message.ts';
import { isAnswerTo, readToAnswer } from './answer-stream.ts';
import { isRefusal, isSessionLost, refusesSession, sessionLost } from './http-status.ts';
import { modernHeaders } from './modern-headers.ts';
import { drain, mediaType, readBody } from './read-body.ts';
import { keepStandingStream } from './standing-stream.ts';
import { fetchWithinOrigin } from './within-origin.ts';

/** For the server to take note that the session is over. */
const GOODBYE_MS = 1000;
/** For the server to take what needs no answer; else each cancelled call might keep two connections for ever. */
const NOTICE_MS = 30_000;
/** For a server to end a stream that has brought its answer. */
const LINGER_MS = 1000;
/** Answers that concern the sender, not the request. */
const NOT_OF_THE_REQUEST: ReadonlySet<number> = new Set([401, 403]);

type Id = string | number;

/**
 * Speaks Streamable HTTP, of both generations, with the entry's headers on every request. Redirects are followed within
 * the origin only.
 *
 * A request ends at once, with an error, when its answer can't come any more: the body holds another one or none, or its
 * stream ended and can't be taken up again.
 */
export class HttpTransport implements Transport {
  readonly hasPerRequestStream = true;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  readonly #url: URL;
  readonly #entryHeaders: Readonly<Record<string, string>>;
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  /** Exchanges under way, those of requests by their ids. */
  readonly #exchanges = new Map<Id | symbol, AbortController>();
  #sessionId: string | undefined;
  /** The server does not know the session any more. It stays in the headers, so that each request is told. */
  #isForgotten = false;
  #protocolVersion: string | undefined;

  constructor(endpoint: HttpEndpoint, clock: Clock = systemClock) {
    this.#url = new URL(endpoint.url);
    this.#entryHeaders = endpoint.headers;
    this.#clock = clock;
  }

  /** Nothing is sent before the first message. */
  async start(): Promise<void> {}

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  /**
   * Rejects as {@link fetchWithinOrigin} does, or when the answer is none; but a server may refuse what needs no answer.
   * What comes later of an answer is a message.
   */
  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const exchange = this.#begin(message, options.requestSignal);
    const { id } = exchange;
    let isStreaming = false;
    try {
      const response = await this.#post(message, options, exchange.signal);
      if (id === undefined) await this.#finishNotification(message, response);
      else if (mediaType(response) !== 'text/event-stream') await this.#receiveBody(response, id);
      else {
        isStreaming = true;
        void this.#receiveStream(response, id, exchange, options).finally(exchange.end);
      }
    } catch (error) {
      const isSettled = id === undefined ? this.#isMinor(error) : this.#answersWithin(error, message, id);
      if (!isSettled) throw orTooLate(error);
    } finally {
      if (!isStreaming) exchange.end();
      // The server has been told; should it answer all the same, nobody waits for it.
      if (isCancellation(message)) this.#exchanges.get(message.params?.['requestId'] as Id)?.abort();
    }
  }

  /** Tells the server that the session is over. Takes a second at most; never rejects. */
  async endSession(): Promise<void> {
    if (this.#sessionId === undefined || this.#isForgotten) return;
    await withDeadline(this.#clock, GOODBYE_MS, undefined, async (signal) => {
      const response = await fetchWithinOrigin(this.#url, { method: 'DELETE', headers: this.#headers(), signal });
      await drain(response);
    }).catch(() => {});
    this.#sessionId = undefined;
  }

  async close(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort(new SdkError(SdkErrorCode.ConnectionClosed, 'the connection was closed'));
    for (const exchange of this.#exchanges.values()) exchange.abort(this.#ending.signal.reason);
    this.onclose?.();
  }

  /** Something that can be ended: with the transport, by the sender's signal, and under the request's id. */
  #begin(message: JSONRPCMessage, sender: AbortSignal | undefined) {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const key = id ?? Symbol('exchange');
    const controller = new AbortController();
    const cancelLimit =
      id === undefined
        ? this.#clock.schedule(NOTICE_MS, () => controller.abort(new Error('nobody took it')))
        : undefined;
    const stop = () => controller.abort(sender?.reason);
    if (this.#ending.signal.aborted) controller.abort(this.#ending.signal.reason);
    if (sender?.aborted) stop();
    sender?.addEventListener('abort', stop, { once: true });
    this.#exchanges.set(key, controller);
    return {
      id,
      signal: controller.signal,
      stop: () => controller.abort(),
      end: () => {
        cancelLimit?.();
        sender?.removeEventListener('abort', stop);
        if (this.#exchanges.get(key) === controller) this.#exchanges.delete(key);
      },
    };
  }

  #headers(): Headers {
    const headers = new Headers(this.#entryHeaders);
    if (this.#sessionId !== undefined) headers.set('mcp-session-id', this.#sessionId);
    if (this.#protocolVersion !== undefined) headers.set('mcp-protocol-version', this.#protocolVersion);
    return headers;
  }

  async #post(message: JSONRPCMessage, { headers: more }: TransportSendOptions, signal: AbortSignal) {
    const isHandshake = 'method' in message && message.method === 'initialize';
    const headers = this.#headers();
    for (const [name, value] of Object.entries({ ...more, ...modernHeaders(message) })) headers.set(name, value);
    headers.set('content-type', 'application/json');
    headers.set('accept', 'application/json, text/event-stream');
    if (isHandshake) headers.delete('mcp-session-id');
    const init = { method: 'POST', headers, body: JSON.stringify(message), signal };
    const response = await fetchWithinOrigin(this.#url, init).catch((error: unknown) => {
      const isRefused = headers.has('mcp-session-id') && SdkHttpError.isInstance(error) && refusesSession(error);
      if (!isRefused) throw error;
      this.#isForgotten = true;
      throw sessionLost(error);
    });
    if (isHandshake) this.#sessionId = response.headers.get('mcp-session-id') ?? undefined;
    return response;
  }

  async #finishNotification(message: JSONRPCMessage, response: Response): Promise<void> {
    await drain(response);
    if (!('method' in message) || message.method !== 'notifications/initialized') return;
    void keepStandingStream({
      clock: this.#clock,
      signal: this.#ending.signal,
      open: (lastEventId) => this.#get(lastEventId, this.#ending.signal),
      take: (received) => this.onmessage?.(received),
    });
  }

  #get(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = this.#headers();
    headers.set('accept', 'text/event-stream');
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    return fetchWithinOrigin(this.#url, { method: 'GET', headers, signal });
  }

  async #receiveBody(response: Response, id: Id): Promise<void> {
    const messages = (await readBody(response)).map((message) => (isForNobody(message) ? { ...message, id } : message));
    for (const message of messages) this.onmessage?.(message);
    if (messages.some((message) => isAnswerTo(message, id))) return;
    const type = mediaType(response);
    if (messages.length === 0 && type !== '' && type !== 'application/json' && response.status !== 202) {
      throw new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, `the answer is ${type} and holds no message`);
    }
    const what =
      messages.length === 0 ? 'took the request without an answer' : 'answered another request than this one';
    this.onmessage?.(errorAnswer(id, `the server ${what} (HTTP ${response.status})`));
  }

  async #receiveStream(
    response: Response,
    id: Id,
    exchange: { readonly signal: AbortSignal; readonly stop: () => void },
    { onRequestStreamEnd }: TransportSendOptions,
  ): Promise<void> {
    let cancelLinger = () => {};
    const isAnswered = await readToAnswer(response, id, {
      clock: this.#clock,
      signal: exchange.signal,
      take: (message) => this.onmessage?.(message),
      answered: () => {
        cancelLinger = this.#clock.schedule(LINGER_MS, exchange.stop);
      },
      resume: (lastEventId) => this.#get(lastEventId, exchange.signal),
    });
    cancelLinger();
    if (isAnswered || exchange.signal.aborted) return;
    if (onRequestStreamEnd === undefined) this.onmessage?.(errorAnswer(id, 'the connection ended before the answer'));
    else onRequestStreamEnd();
  }

  /** True for the refusal of a message that needs no answer; it is reported. */
  #isMinor(error: unknown): boolean {
    if (isRefusal(error)) this.onerror?.(error);
    return isRefusal(error);
  }

  /** Takes the answer out of an HTTP error that holds one, and tells whether it does. */
  #answersWithin(error: unknown, message: JSONRPCMessage, id: Id): boolean {
    if (!SdkHttpError.isInstance(error) || isSessionLost(error) || NOT_OF_THE_REQUEST.has(error.status)) return false;
    if ('method' in message && message.method === 'initialize') return false;
    const { text } = error.data;
    const answer = readMessages(typeof text === 'string' ? text : '').find((one) => isAnswerTo(one, id));
    if (answer !== undefined) this.onmessage?.(answer);
    return answer !== undefined;
  }
}

/** An error whose server could not make out the request's id; in the body of a response that is plain. */
function isForNobody(message: JSONRPCMessage): boolean {
  return 'error' in message && message.id === undefined;
}

/** A server that answers nothing for minutes is not gone: fetch alone has given up, and on this one request. */
function orTooLate(error: unknown): unknown {
  const cause = error instanceof TypeError ? error.cause : undefined;
  const isLate = cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_HEADERS_TIMEOUT';
  return isLate ? new SdkError(SdkErrorCode.RequestTimeout, 'HTTP waits no longer for an answer to begin') : error;
}

type Notification = Extract<JSONRPCMessage, { method: string }>;

function isCancellation(message: JSONRPCMessage): message is Notification {
  return 'method' in message && message.method === 'notifications/cancelled';
}
