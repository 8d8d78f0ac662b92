import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../base/call/tool-result.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ClientPeer } from '../../mcp/peers/client-peer.ts';

/**
 * Of a server's errors those that are for the client, and not for its model: -32042, which has the user open an address
 * before the call is sent again, for a client of 2025 that opens addresses; and -32021, which says what the client would
 * have to declare, for one of 2026. To any other client each is a failure like all.
 */
export function clientFault(
  result: ToolResult,
  { capabilities }: Pick<ClientPeer, 'capabilities'>,
  { mcpReq }: ServerContext,
): ProtocolError | undefined {
  if (result.ok) return undefined;
  const { message, data } = result.error;
  // Only requests of 2026 have an envelope.
  const code = mcpReq.envelope === undefined ? ofAddress(capabilities.elicitation) : MISSING;
  return code === undefined || data?.rpc_code !== code ? undefined : new ProtocolError(code, message, data.rpc_data);
}

const MISSING = ProtocolErrorCode.MissingRequiredClientCapability;

function ofAddress(elicitation: unknown): ProtocolErrorCode | undefined {
  const opensAddresses = isJsonObject(elicitation) && elicitation.url !== undefined;
  return opensAddresses ? ProtocolErrorCode.UrlElicitationRequired : undefined;
}
