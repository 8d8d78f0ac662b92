import type { CallContext } from '../../base/call/call-context.ts';
import type { JsonObject } from '../../base/json.ts';
import { asResult, type RunResult } from '../../registry/tool/as-result.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import { wrapRecords } from '../../registry/tool/wrap-records.ts';

/**
 * Wraps an array of function tools as OpenAI's APIs take it: `{type: 'function', function: {…}}` of Chat Completions,
 * or the flat form of Responses. `run` is called with the function's own name.
 *
 * @throws CallslipError `invalid-tool` naming the entry that can't be read.
 */
export function wrapOpenAiTools(
  tools: readonly unknown[],
  run: (name: string, args: JsonObject, call: CallContext) => RunResult | Promise<RunResult>,
  options: { readonly toolset?: string } = {},
): readonly Tool[] {
  return wrapRecords(tools, options.toolset ?? 'host', async (name, args, call) =>
    asResult(await run(name, args, call)),
  );
}
