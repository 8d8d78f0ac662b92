import { text } from '../../base/call/content.ts';
import type { ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { errorObject } from '../../dispatch/render-result.ts';

/**
 * A result as MCP's `CallToolResult`, with everything it holds: blocks in order, also of types nobody here knows;
 * structured content, `_meta`, further fields. A failure has `isError`, and its error as one JSON object where the tool
 * said nothing itself.
 */
export function toMcpResult(result: ToolResult): JsonObject {
  const { content, structured, meta } = result;
  return {
    ...furtherFields(result.extra ?? {}),
    ...(meta === undefined ? {} : { _meta: meta }),
    content: result.ok || content.length > 0 ? content : [text(JSON.stringify(errorObject(result.error)))],
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(result.ok ? {} : { isError: true }),
  };
}

/** What has a place of its own is said there, and how far a request has come is the protocol's to say, not a tool's. */
function furtherFields(extra: JsonObject): JsonObject {
  const { content, structuredContent, _meta, isError, resultType, ...further } = extra;
  return further;
}
