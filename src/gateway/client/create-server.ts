import {
  type CallToolResult,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { Session, SessionFactory } from '../../dispatch/session.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../registry/scope.ts';
import { callTool } from '../tools/call-tool.ts';
import { listTools } from '../tools/list-tools.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { type ListWatch, watchList } from './list-changed.ts';
import { PROBES } from './probes.ts';

/** A client, before anything is known of it but the door it came through. */
export interface GatewayClient {
  readonly door: 'stdio' | 'http';
  /** Fresh and unguessable; the session's id. */
  readonly sessionId: string;
}

/** What the servers of all clients share. */
export interface GatewayParts {
  readonly registry: Pick<Registry, 'subscribe'>;
  readonly sessions: SessionFactory;
  readonly scopeFor: (client: GatewayClient) => Scope;
  readonly serverInfo: Implementation;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tells the operator what an exposure warns of, each sentence once. */
  readonly warn: (warnings: readonly string[]) => void;
}

/** The server one client talks to: its own session, its own list. */
export interface ClientServer {
  readonly server: Server;
  /** Begins to tell the client of changes; `canTell` says whether it can be reached just now. */
  watch(canTell: () => boolean): ListWatch;
}

/**
 * Makes the server for one client, of either protocol generation. What comes in is neither parsed nor what goes out
 * checked by the SDK, so that nothing is lost on the way. The session begins with the first request that needs it, and
 * ends with the connection.
 */
export function createServer(parts: GatewayParts, client: GatewayClient): ClientServer {
  const { logger, serverInfo } = parts;
  const server = new Server(serverInfo, {
    capabilities: { tools: { listChanged: true } },
    instructions: INSTRUCTIONS,
  });
  let session: Session | undefined;
  const open = () => (session ??= parts.sessions.createSession(parts.scopeFor(client)));
  let watch: ListWatch | undefined;
  const list = async () => {
    const exposure = await open().expose();
    parts.warn(exposure.warnings);
    return listTools(exposure);
  };

  const methods = new Map<string, (params: JsonObject, context: ServerContext) => JsonObject | Promise<JsonObject>>([
    ...PROBES,
    [
      'tools/list',
      async () => {
        const { result, fingerprint } = await list();
        watch?.seen(fingerprint);
        return result;
      },
    ],
    ['tools/call', async (params, context) => project(server, await callTool(open(), params, context, parts.clock))],
  ]);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    assertInitialized(server, method);
    const answer = methods.get(method);
    if (answer === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not known here`);
    return { ...(await answer(isJsonObject(params) ? params : {}, context)) };
  };
  server.onerror = (error) => logger.debug('mcp client', { message: error.message });
  server.onclose = () => {
    watch?.close();
    session?.close().catch((error: unknown) => logger.warn('a session did not close', { message: messageOf(error) }));
  };
  server.oninitialized = () => watch?.recheck();

  return {
    server,
    watch(canTell) {
      watch = watchList({
        registry: parts.registry,
        clock: parts.clock,
        fingerprint: async () => (await list()).fingerprint,
        notify: () => canTell() && tell(server, logger),
        onError: (error) => logger.warn('the tool list could not be compared', { message: messageOf(error) }),
      });
      return watch;
    },
  };
}

/** The SDK leaves order to the client; but a list given before the handshake is one for nobody. */
function assertInitialized(server: Server, method: string): void {
  if (server.getNegotiatedProtocolVersion() !== undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${method} came before initialize; send initialize first`);
}

function tell(server: Server, logger: Logger): boolean {
  if (server.getNegotiatedProtocolVersion() === undefined) return false;
  server.sendToolListChanged().catch((error: Error) => logger.debug('mcp client', { message: error.message }));
  return true;
}

/** A client of 2025 takes structured content only as an object, and refuses the whole result otherwise. */
function project(server: Server, result: JsonObject): JsonObject {
  const { structuredContent } = result;
  if (structuredContent === undefined || isJsonObject(structuredContent)) return result;
  return server.projectCallToolResult(result as CallToolResult, undefined) as JsonObject;
}
