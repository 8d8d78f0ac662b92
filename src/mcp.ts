/**
 * Upstream MCP servers as sources of tools, and the lists in which people write them down.
 *
 * @module callslip/mcp
 */
export type { HttpEndpoint, MisconfiguredEndpoint, ServerConfig, StdioEndpoint } from './mcp/config.ts';
export { serverEntryFragment } from './mcp/config.ts';
export type { Environment, Expanded } from './mcp/entries/expand-variables.ts';
export { expandVariables } from './mcp/entries/expand-variables.ts';
export { readMcpJson } from './mcp/entries/mcp-json.ts';
export type { EntryProblem } from './mcp/entries/read-entry.ts';
export type { ServerEntries } from './mcp/entries/server-entries.ts';
export { readServerEntries } from './mcp/entries/server-entries.ts';
export type { Manifest, ManifestStore } from './mcp/manifest/manifest.ts';
export type { McpSource, McpSourceOptions } from './mcp/mcp-source.ts';
export { createMcpSource } from './mcp/mcp-source.ts';
export type { ClientPeer, ClientPeers, PeerRequestOptions } from './mcp/peers/client-peer.ts';
export { createClientPeers } from './mcp/peers/client-peer.ts';
export type { McpSourceStatus } from './mcp/source-status.ts';
export type { Graces } from './mcp/transport/process-group.ts';
export type { StdioTransportOptions } from './mcp/transport/stdio-transport.ts';
export type { JoinedUpstreams } from './mcp/upstream/join-upstreams.ts';
export { joinUpstreams } from './mcp/upstream/join-upstreams.ts';
export type { Caller, OfferingKind, Upstream, Upstreams } from './mcp/upstream/upstream.ts';
