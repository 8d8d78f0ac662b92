import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../base/call/tool-result.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';

/**
 * A server's error -32042, which has the user open an address before the call is sent again, for a client of 2025 that
 * opens addresses. To any other it is a failure like all.
 */
export function urlRequired(
  result: ToolResult,
  { capabilities }: Pick<ClientPeer, 'capabilities'>,
  { mcpReq }: ServerContext,
): ProtocolError | undefined {
  const { elicitation } = capabilities;
  // Only requests of 2026 have an envelope.
  if (result.ok || mcpReq.envelope !== undefined || !isJsonObject(elicitation) || elicitation.url === undefined) return;
  const { message, data } = result.error;
  if (data?.rpc_code !== ProtocolErrorCode.UrlElicitationRequired) return;
  return new ProtocolError(ProtocolErrorCode.UrlElicitationRequired, message, data.rpc_data);
}
