import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { Session } from '../../dispatch/session.ts';
import { currentList, toolMethods } from '../tools/tool-methods.ts';
import type { ClientSide, GatewayClient, GatewayParts } from './client-side.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { type ListWatch, watchList } from './list-changed.ts';
import { PROBES } from './probes.ts';

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
  const ending = new AbortController();
  let session: Session | undefined;
  let watch: ListWatch | undefined;
  const side: ClientSide = {
    parts,
    client,
    server,
    session: () => (session ??= parts.sessions.createSession(parts.scopeFor(client))),
    gone: ending.signal,
  };

  const methods = new Map([...PROBES, ...toolMethods(side, (fingerprint) => watch?.seen(fingerprint))]);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    assertInitialized(server, method);
    const answer = methods.get(method);
    if (answer === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not known here`);
    return { ...(await answer(isJsonObject(params) ? params : {}, context)) };
  };
  server.onerror = (error) => logger.debug('mcp client', { message: error.message });
  server.onclose = () => {
    ending.abort(new Error('the client has gone'));
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
        fingerprint: async () => (await currentList(side)).fingerprint,
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
