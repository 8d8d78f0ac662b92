import type { ServerContext } from '@modelcontextprotocol/server';
import type { ToolError } from '../../base/call/tool-error.ts';
import type { PermitRequest } from '../../dispatch/session.ts';
import { declaredHeaders, mirroredValue } from '../../mcp/connection/modern/declared-headers.ts';
import { headerText } from '../../mcp/transport/http/modern-headers.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';

type Declared = ReturnType<typeof declaredHeaders>;
const memo = new WeakMap<ToolDefinition, Declared>();

/**
 * Why a call over HTTP of 2026-07-28 does not say in `Mcp-Param-` headers what it says in its arguments, as the schema of
 * the tool wants it: what stands before us may have gone by the headers alone. Only of a tool that the client was shown.
 */
export function headerMismatch(
  { tool, via, isDeferred, isNested }: PermitRequest,
  args: unknown,
  { http, mcpReq }: ServerContext,
): ToolError | undefined {
  const headers = http?.req?.headers;
  if (headers === undefined || mcpReq.envelope === undefined || isDeferred || isNested || via !== undefined) return;
  const declared = declaredBy(tool);
  for (const one of 'headers' in declared ? declared.headers : []) {
    const value = mirroredValue(args, one);
    const sent = headers.get(`mcp-param-${one.header}`);
    if (value === undefined || (sent !== null && isSaid(headerText(sent), value))) continue;
    const what = sent === null ? 'is missing' : 'does not say the same';
    const message = `the header Mcp-Param-${one.header} ${what}: the request has ${one.path.join('.')} in its arguments`;
    return { code: 'invalid-request', message };
  }
  return undefined;
}

function declaredBy(tool: ToolDefinition): Declared {
  const declared = memo.get(tool) ?? declaredHeaders(tool.inputSchema);
  memo.set(tool, declared);
  return declared;
}

function isSaid(text: string | undefined, value: string): boolean {
  const isNumber = text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) && /^-?\d+$/.test(value);
  return text === value || (isNumber && Number(text) === Number(value));
}
