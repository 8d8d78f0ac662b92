import { type JSONRPCMessage, type RequestId, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { newId } from '../../base/ids.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';
import { undeclared } from '../../mcp/peers/undeclared.ts';
import type { AskClients } from './asked-client.ts';
import { declaredOf } from './declared.ts';
import { isBelow, type LogLevel, readLogLevel } from './log-level.ts';
import { createOwnRequests, type Way } from './own-requests.ts';

/** What servers may tell a client; everything else that they tell is meant for us. */
const PASSED: ReadonlySet<string> = new Set(['notifications/message', 'notifications/elicitation/complete']);
/** What a client tells servers. */
const ROOTS_CHANGED = 'notifications/roots/list_changed';

/** Tells whether a client can be reached on the stream of this request of its own; without one, on a stream for all else. */
export type CanReach = (request?: RequestId) => boolean;

/**
 * Asks clients of 2025: each question is a request of its own, beside the client's request that caused it. Parameters
 * and answers pass unchanged.
 */
export function legacyClient(canReach: CanReach): AskClients {
  return ({ sessionId, server, gone }) => {
    const ways = createWays(canReach);
    const listeners = new Set<(method: string, params: JsonObject) => void>();
    const own = createOwnRequests(async (message, way) => server.transport?.send(message, way));
    let capabilities: JsonObject = {};
    let level: LogLevel | undefined;
    const announce = (method: string, params: JsonObject) => {
      for (const listener of [...listeners]) listener(method, params);
    };
    server.tap = (message: JSONRPCMessage) => {
      if (!('method' in message)) return own.settle(message);
      const params = isJsonObject(message.params) ? message.params : {};
      if (message.method === 'initialize') capabilities = declaredOf(params.capabilities);
      if (message.method === ROOTS_CHANGED) announce(ROOTS_CHANGED, params);
      return false;
    };
    // The SDK's own takes a level that there is not for a fault of ours.
    server.removeRequestHandler('logging/setLevel');

    const peer: ClientPeer = {
      get sessionId() {
        return sessionId();
      },
      isLasting: true,
      gone,
      get capabilities() {
        return capabilities;
      },
      get wantsLogs() {
        return level !== undefined;
      },
      get logLevel() {
        return level;
      },
      async request(method, params, { signal, callId }) {
        const refusal = undeclared(method, params, capabilities);
        if (refusal !== undefined) throw refusal;
        return own.send({ method, params, signal, way: () => ways.to(callId) });
      },
      notify(method, params, { callId } = {}) {
        if (!PASSED.has(method)) return;
        if (method === 'notifications/message' && level !== undefined && isBelow(params.level, level)) return;
        const way = ways.to(callId);
        if (way !== undefined) server.notification({ method, params }, way).catch(() => {});
      },
      onNotification(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };

    return {
      peer,
      methods: [
        [
          'logging/setLevel',
          (params) => {
            level = readLogLevel(params.level);
            announce('logging/setLevel', { level });
            return {};
          },
        ],
      ],
      async answer({ method, params, context }) {
        const callId = newId('call');
        const end = ways.begin(callId, context.mcpReq.id);
        try {
          return await method(params, { ...context, callId });
        } finally {
          end();
        }
      },
      close(over) {
        own.fail(new SdkError(SdkErrorCode.ConnectionClosed, 'the client has gone'));
        over();
      },
    };
  };
}

interface Ways {
  /** A request of the client's is being answered, until the returned function is called. */
  begin(callId: string, request: RequestId): () => void;
  /** The stream of the request itself; else the one for all else; else any, for it is the same client. */
  to(callId: string | undefined): Way | undefined;
}

function createWays(canReach: CanReach): Ways {
  const running = new Map<string, RequestId>();
  return {
    begin(callId, request) {
      running.set(callId, request);
      return () => running.delete(callId);
    },
    to(callId) {
      const cause = callId === undefined ? undefined : running.get(callId);
      if (cause !== undefined && canReach(cause)) return { relatedRequestId: cause };
      if (canReach()) return {};
      const other = [...running.values()].reverse().find((request) => canReach(request));
      return other === undefined ? undefined : { relatedRequestId: other };
    },
  };
}
