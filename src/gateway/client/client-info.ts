import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  isSpecType,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Who a client says it is: with its request where it is of 2026-07-28, else in its handshake. Not trusted. */
export function clientInfo(server: Server, { mcpReq }: ServerContext): Implementation | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const said = envelope[CLIENT_INFO_META_KEY];
  return isSpecType.Implementation(said) ? said : server.getClientVersion();
}
