import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ClientSide, Methods } from '../client/client-side.ts';
import { callTool } from './call-tool.ts';
import { listTools, type ToolList } from './list-tools.ts';

/** `tools/list` and `tools/call`. `onListed` is told the fingerprint of each list that is given out. */
export function toolMethods(side: ClientSide, onListed: (fingerprint: string) => void): Methods {
  return [
    [
      'tools/list',
      async () => {
        const { result, fingerprint } = await currentList(side);
        onListed(fingerprint);
        return result;
      },
    ],
    ['tools/call', async (params, context) => project(side.server, await callTool(side, params, context))],
  ];
}

/** What the client's model sees now. The operator is told of what is odd about it. */
export async function currentList({
  parts,
  session,
  view,
  server,
}: Pick<ClientSide, 'parts' | 'session' | 'view' | 'server'>): Promise<ToolList> {
  const exposure = await session().expose();
  parts.warn(exposure.warnings);
  const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= '2026';
  return listTools(exposure, view(), isModern ? 'mcp-2026' : 'mcp');
}

/** A client of 2025 takes structured content only as an object, and refuses the whole result otherwise. */
function project(server: Server, result: JsonObject): JsonObject {
  const { structuredContent } = result;
  if (structuredContent === undefined || isJsonObject(structuredContent)) return result;
  return server.projectCallToolResult(result as CallToolResult, undefined) as JsonObject;
}
