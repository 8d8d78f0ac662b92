import { failure, jsonResult, type ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { askRemote } from './ask-remote.ts';
import { type BridgeContext, reachWhenStarted } from './bridge-context.ts';
import { describeResult, isConnectorName } from './describe-result.ts';
import { MAX_NAMES } from './describe-schema.ts';
import { parseList } from './parse-list.ts';

const NAMES = {
  key: 'names',
  max: MAX_NAMES,
  hint: `Send tool_describe {"names": ["exact_tool_name"]} with 1 to ${MAX_NAMES} names; retry with fewer when there are more.`,
};

/** Runs `tool_describe`. Names are read once each, in their order. */
export async function runDescribe(args: JsonObject, signal: AbortSignal, context: BridgeContext): Promise<ToolResult> {
  const parsed = parseList(args['names'], NAMES);
  if (!parsed.ok) return failure(parsed.error);
  const names = [...new Set(parsed.items)];
  const snapshot = await reachWhenStarted(context, signal, ({ tools }) => {
    const known = new Set(tools.map(({ name }) => name));
    return names.every((name) => known.has(name));
  });
  const far = names.filter(isConnectorName);
  const nothing: ReadonlyMap<string, ToolDefinition> = new Map();
  const remote =
    far.length === 0
      ? { found: nothing }
      : await askRemote(context, snapshot, nothing, (there) => there.describe(far, signal));
  return jsonResult(
    describeResult({ names, snapshot, isDeferred: context.isDeferred, remote, view: context.view?.() }),
  );
}
