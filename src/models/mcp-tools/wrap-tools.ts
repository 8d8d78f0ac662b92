import type { CallContext } from '../../base/call/call-context.ts';
import { fromMcpResult } from '../../base/call/from-mcp-result.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import { wrapRecords } from '../../registry/tool/wrap-records.ts';

/**
 * Wraps the tools of a `tools/list` result that a program holds already. `callTool` gives what `tools/call` answers
 * (`{ content, structuredContent, isError }`), and all of it is kept.
 *
 * @throws CallslipError `invalid-tool` naming the entry that can't be read.
 */
export function wrapMcpTools(
  tools: readonly unknown[],
  callTool: (name: string, args: JsonObject, call: CallContext) => Promise<JsonObject>,
  options: { readonly toolset?: string } = {},
): readonly Tool[] {
  return wrapRecords(tools, options.toolset ?? 'host', async (name, args, call) =>
    fromMcpResult(await callTool(name, args, call)),
  );
}
