import { type ToolResult, textResult } from '../../base/call/tool-result.ts';
import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { asResult } from '../../registry/tool/as-result.ts';
import { publishable } from '../../registry/tool/published-name.ts';
import { type InputSchema, jsonSchemaOf } from '../../registry/tool/standard-schema.ts';
import type { Tool } from '../../registry/tool/tool.ts';

/** A tool of the AI SDK, as far as it is used here. */
export interface AiSdkTool {
  readonly description?: string;
  /** A Standard Schema, or what the SDK's `jsonSchema()` makes. */
  readonly inputSchema: unknown;
  readonly execute?: (
    args: never,
    options: { readonly toolCallId: string; readonly messages: []; readonly abortSignal: AbortSignal },
  ) => unknown;
}

/**
 * Wraps a tool set of the AI SDK (`{ name: tool({ … }) }`). The SDK's own parsing of the input is left to `execute`.
 *
 * @throws CallslipError `invalid-tool` for a tool without `execute` (the client's or the provider's own), or whose input
 * schema can't be read.
 */
export function wrapAiSdkTools(
  tools: Readonly<Record<string, AiSdkTool>>,
  options: { readonly toolset?: string } = {},
): readonly Tool[] {
  const toolset = options.toolset ?? 'host';
  return Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    if (execute === undefined) {
      throw new CallslipError('invalid-tool', `tool "${name}" has no execute function`, { data: { tool: name } });
    }
    return {
      name: publishable(name),
      description: tool.description ?? '',
      inputSchema: inputSchemaOf(name, tool.inputSchema),
      toolset,
      source: { kind: 'plugin', label: toolset, toolName: name, provenance: 'live' },
      execute: async (args, call) =>
        resultOf(
          await lastOf(execute(args as never, { toolCallId: call.callId, messages: [], abortSignal: call.signal })),
        ),
    } satisfies Tool;
  });
}

function inputSchemaOf(name: string, schema: unknown): JsonSchema {
  const json = isJsonObject(schema) ? schema['jsonSchema'] : undefined;
  return isJsonObject(json) ? json : jsonSchemaOf(name, schema as InputSchema);
}

/** A tool may give preliminary results one after the other; the last one counts. */
async function lastOf(given: unknown): Promise<unknown> {
  const value = await given;
  if (!isAsyncIterable(value)) return value;
  let last: unknown;
  for await (const each of value) last = each;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Tools of the AI SDK may give back any value; what is neither text nor an object is said as JSON. */
function resultOf(value: unknown): ToolResult {
  if (typeof value === 'string' || isJsonObject(value)) return asResult(value as string | JsonObject);
  return textResult(JSON.stringify(value) ?? '');
}
