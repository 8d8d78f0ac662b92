import { createHash } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';
import { undeclared } from '../../mcp/peers/undeclared.ts';
import { AskedCall } from './asked-call.ts';
import type { AskClients, AskedRequest } from './asked-client.ts';
import { declaredOf } from './declared.ts';
import { isBelow, type LogLevel, logLevelOf } from './log-level.ts';
import type { Claim, ParkedCalls } from './parked-calls.ts';

/** What may be answered with a question. */
const ASKABLE: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** How clients of a door are told apart, and how long they last. */
export interface ModernClientOptions {
  readonly parked: ParkedCalls;
  /** Whether the connection is one client's, for more than one request. */
  readonly isLasting: boolean;
  /** Who sent a request, as far as that is proven. */
  readonly principalOf: (context: ServerContext) => string;
}

/**
 * Asks clients of 2026-07-28, which take no requests: a question is the answer to a request of theirs, whose call is parked
 * until the client sends the request again with its answer. Capabilities and log level come with each request.
 */
export function modernClient({ parked, isLasting, principalOf }: ModernClientOptions): AskClients {
  return ({ sessionId, clock, gone }) => {
    const calls = new Map<string, AskedCall>();
    let capabilities: JsonObject = {};
    let lastLevel: LogLevel | undefined;
    let over: (() => void) | undefined;

    /** The call itself; for what a running tool has begun on its own, the newest, as it is the same client. */
    const callOf = (callId: string | undefined): AskedCall | undefined =>
      (callId === undefined ? undefined : calls.get(callId)) ?? [...calls.values()].at(-1);

    const peer: ClientPeer = {
      get sessionId() {
        return sessionId();
      },
      isLasting,
      gone,
      get capabilities() {
        return capabilities;
      },
      get wantsLogs() {
        return lastLevel !== undefined;
      },
      get logLevel() {
        return lastLevel;
      },
      async request(method, params, { signal, callId, key }) {
        const refusal = undeclared(method, params, capabilities);
        if (refusal !== undefined) throw refusal;
        const call = callOf(callId);
        if (call !== undefined) return call.ask(method, params, signal, key);
        throw new SdkError(
          SdkErrorCode.NotConnected,
          'the client has no request running that could be answered with a question',
        );
      },
      notify(method, params, { callId } = {}) {
        const call = callOf(callId);
        const level = call?.context === undefined ? undefined : levelOf(call.context);
        // Of what servers tell a client, log messages alone are left; and only where the request asks for them.
        if (method !== 'notifications/message' || level === undefined || isBelow(params.level, level)) return;
        call?.tell({ method, params }).catch(() => {});
      },
      onNotification: () => () => {},
    };

    const begin = (request: AskedRequest, claim: () => Claim): AskedCall => {
      const callId = newId('call');
      const given = request.context.mcpReq.inputResponses;
      const call = new AskedCall({ callId, clock, given, park: (waiting) => parked.park(waiting, claim()) });
      calls.set(callId, call);
      call.onEnd(() => {
        calls.delete(callId);
        if (calls.size === 0) over?.();
      });
      call.start((context) => request.method(request.params, context), request.context);
      return call;
    };

    return {
      peer,
      methods: [],
      async answer(request) {
        const { name, params, context } = request;
        capabilities = declaredOf(envelopeOf(context)[CLIENT_CAPABILITIES_META_KEY]);
        lastLevel = levelOf(context) ?? lastLevel;
        if (!ASKABLE.has(name)) return request.method(params, { ...context, callId: newId('call') });
        // Few requests ever need it, and it takes time where much is sent along.
        const claim = () => ({ principal: principalOf(context), request: digestOf(name, params) });
        const state = context.mcpReq.requestState();
        const call = state === undefined ? begin(request, claim) : parked.take(state, claim());
        call.answer(context.mcpReq.inputResponses);
        return call.attach(context);
      },
      close(whenOver) {
        if (isLasting) for (const call of calls.values()) call.abort(new Error('the client has gone'));
        over = whenOver;
        if (calls.size === 0) over();
      },
    };
  };
}

/** Its type in the SDK has none of the keys that it is made of. */
function envelopeOf({ mcpReq }: ServerContext): JsonObject {
  return (mcpReq.envelope ?? {}) as JsonObject;
}

function levelOf(context: ServerContext): LogLevel | undefined {
  return logLevelOf(envelopeOf(context)[LOG_LEVEL_META_KEY]);
}

function digestOf(name: string, { _meta, ...params }: JsonObject): string {
  return createHash('sha256')
    .update(stableJson([name, params]))
    .digest('base64url');
}
