import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject, JsonSchema } from '../../base/json.ts';
import type { BridgeName } from '../../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Bridge } from './bridge.ts';
import type { BridgeContext } from './bridge-context.ts';
import { LOOKS_UP } from './bridge-tools.ts';
import { DESCRIBE_SCHEMA } from './describe-schema.ts';
import { describeWords, searchWords } from './framing.ts';
import { runDescribe } from './run-describe.ts';
import { runSearch } from './run-search.ts';
import { searchSchema } from './search-schema.ts';

/** The bridge of one session. Nothing in it remembers: each call recomputes its answer from what the session may use. */
export function createBridge(context: BridgeContext): Bridge {
  return {
    search: lookup('tool_search', searchWords({}), searchSchema(context.config), (args, signal) =>
      context.config.enabled === 'off' ? switchedOff() : runSearch(args, signal, context),
    ),
    describe: lookup('tool_describe', describeWords({}), DESCRIBE_SCHEMA, (args, signal) =>
      context.config.enabled === 'off' ? switchedOff() : runDescribe(args, signal, context),
    ),
  };
}

function lookup(
  name: BridgeName,
  description: string,
  inputSchema: JsonSchema,
  run: (args: JsonObject, signal: AbortSignal) => Promise<ToolResult>,
): ToolDefinition {
  return Object.freeze({
    name,
    description,
    inputSchema,
    toolset: 'bridge',
    source: { kind: 'builtin', label: 'bridge', toolName: name, provenance: 'live' },
    annotations: LOOKS_UP,
    concurrency: 'parallel',
    execute: (args, { signal }) => run(args, signal),
  } satisfies ToolDefinition);
}

/** A client may still hold the list from before. */
async function switchedOff(): Promise<ToolResult> {
  return failure({
    code: 'switched-off',
    message: 'tool_search is switched off: no tool is deferred',
    hint: 'Every tool of this session is listed directly; call it by its name.',
  });
}
