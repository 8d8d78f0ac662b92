/**
 * The engine as an MCP server, over stdio and HTTP, for clients of both protocol generations.
 *
 * @module callslip/gateway
 */

export type { GatewayClient } from './gateway/client/client-side.ts';
export type { GatewayConfig } from './gateway/config.ts';
export { DEFAULT_GATEWAY, gatewayFragment, resultLimits } from './gateway/config.ts';
export type { Gateway, GatewayOptions } from './gateway/create-gateway.ts';
export { createGateway } from './gateway/create-gateway.ts';
export type { HttpDoor } from './gateway/http/open-http.ts';
export { readGatewayConfig } from './gateway/read-config.ts';
export type { StdioDoor, StdioOptions } from './gateway/stdio/open-stdio.ts';
