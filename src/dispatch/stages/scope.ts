import { directlyListed, hiddenTool, unknownTool } from '../planner/refusals.ts';
import type { ToolLookup } from '../planner/tool-lookup.ts';
import { type FoundCall, type PlannedCall, refuse, type StageResult } from './pending-call.ts';

/**
 * Looks the tool up in what the session was granted, right now: a tool that is hidden, gone, or was never granted ends
 * here, whatever the model saw or remembers. Through the bridge only deferred tools are reached.
 */
export async function scope(
  call: PlannedCall,
  { lookup, signal }: { readonly lookup: ToolLookup; readonly signal: AbortSignal },
): Promise<StageResult<FoundCall>> {
  const found = await lookup.find(call.name, signal);
  if (found === undefined) return refuse('scope', unknownTool(call.name, lookup.isBridgeOn));
  if (found.hidden !== undefined) return refuse('scope', hiddenTool(found.hidden));
  const { tool } = found;
  if (call.via !== undefined && !lookup.isDeferred(tool)) return refuse('bridge', directlyListed(tool.name));
  return { call: { ...call, tool } };
}
