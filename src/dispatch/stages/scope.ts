import { withDeadline } from '../../base/deadline.ts';
import { START_WAIT_MS } from '../../disclosure/bridge/bridge-context.ts';
import type { FoundTool } from '../../registry/find-tool.ts';
import { resolveName } from '../../registry/resolve-name.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import type { DispatchContext } from '../dispatch-context.ts';
import { directlyListed, hiddenTool, unknownTool } from '../planner/refusals.ts';
import { type FoundCall, type PlannedCall, refuse, type StageResult } from './pending-call.ts';

type ScopeContext = Pick<DispatchContext, 'lookup' | 'signal' | 'clock' | 'permit'>;

/**
 * Looks the tool up in what the session was granted, right now: a tool that is hidden, gone, or was never granted ends
 * here, whatever the model saw or remembers. Through the bridge only deferred tools are reached. What the caller does not
 * permit is refused. A name that is not known while sources are still starting is waited for, for a moment.
 */
export async function scope(call: PlannedCall, context: ScopeContext): Promise<StageResult<FoundCall>> {
  const { lookup, signal } = context;
  const found = (await lookup.find(call.name, signal)) ?? (await findWhenStarted(call.name, context));
  if (found === undefined) return refuse('scope', unknownTool(call.name, lookup.isBridgeOn, lookup.starting()));
  if (found.hidden !== undefined) return refuse('scope', hiddenTool(found.hidden));
  const { tool } = found;
  const isDeferred = lookup.isDeferred(tool);
  if (call.via !== undefined && !isDeferred) return refuse('bridge', directlyListed(tool.name));
  const objection = context.permit?.({ tool, isDeferred, ...(call.via === undefined ? {} : { via: call.via }) });
  if (objection !== undefined) return refuse('bridge', objection);
  return { call: { ...call, name: tool.name, tool } };
}

async function findWhenStarted(
  called: string,
  { lookup, signal, clock }: ScopeContext,
): Promise<FoundTool | undefined> {
  if (lookup.starting().length === 0) return undefined;
  await withDeadline(clock, START_WAIT_MS, signal, lookup.settled).catch(() => {});
  const resolved = resolveName(called, lookup.names());
  return resolved.kind === 'found' && !isBridgeName(resolved.name) ? lookup.find(resolved.name, signal) : undefined;
}
