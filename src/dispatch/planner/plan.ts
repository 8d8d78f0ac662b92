import type { ToolCall } from '../../base/call/tool-call.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import { messageOf } from '../../base/errors.ts';
import { type ResolvedName, resolveName } from '../../registry/resolve-name.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import { checkArguments } from '../../schema/check-arguments.ts';
import type { PlannedCall } from '../stages/pending-call.ts';
import { repairArguments } from '../stages/repair.ts';
import { type Lane, laneOf } from './lane.ts';
import { type Peeled, peel } from './peel.ts';
import { ambiguousTool, bridgeRecursion, connectorsUnavailable, invalidToolCall } from './refusals.ts';
import { cutSegments } from './segments.ts';
import type { ToolLookup } from './tool-lookup.ts';

type Resolve = (called: string) => ResolvedName;

/**
 * Plans a batch: finds each call's real name, takes `tool_call` off the one call inside it, and cuts the batch into
 * segments whose calls may run side by side. Every call is in the plan exactly once, in its place; one that can't be
 * made a call of carries its refusal. Nothing is run, and no gate asked.
 */
export function planCalls(calls: readonly ToolCall[], lookup: ToolLookup): readonly (readonly PlannedCall[])[] {
  const resolve = createResolver(lookup);
  const planned = calls.map((call) => planCall(call, resolve));
  return calls.length < 2 ? planned.map((call) => [call]) : cutSegments(planned, (call) => plannedLane(call, lookup));
}

/** Lists the names in scope only when a call needs it, and once a batch. */
function createResolver(lookup: ToolLookup): Resolve {
  let names: readonly string[] | undefined;
  return (called) => {
    if (isBridgeName(called) || lookup.granted(called) !== undefined) return { kind: 'found', name: called };
    names ??= lookup.names();
    return resolveName(called, names);
  };
}

function planCall({ id, name, arguments: sent }: ToolCall, resolve: Resolve): PlannedCall {
  const called = typeof name === 'string' ? name : '';
  const resolved = resolve(called);
  if (resolved.kind !== 'found' || resolved.name !== 'tool_call')
    return named(called, resolved, { id, arguments: sent });
  const refused = (error: ToolError): PlannedCall => ({
    id,
    name: 'tool_call',
    arguments: sent,
    refusal: { by: 'bridge', error },
  });
  const peeled = peelSafely(sent);
  if (peeled.kind === 'refused') return refused(peeled.error);
  // No session has a connector leg to hand them to.
  if (peeled.kind === 'connectors') return refused(connectorsUnavailable(peeled.entries.map((entry) => entry.name)));
  const inner = resolve(peeled.name);
  if (inner.kind === 'found' && isBridgeName(inner.name)) return refused(bridgeRecursion('calls[0]', peeled.name));
  return named(peeled.name, inner, { id, arguments: peeled.arguments, via: 'tool_call' });
}

/** A program may hand over what JSON can't say; that is a fault of this one call. */
function peelSafely(sent: unknown): Peeled {
  try {
    return peel(sent);
  } catch (error) {
    return { kind: 'refused', error: invalidToolCall(`the arguments of tool_call can't be read: ${messageOf(error)}`) };
  }
}

function named(called: string, resolved: ResolvedName, call: Omit<PlannedCall, 'name'>): PlannedCall {
  if (resolved.kind === 'found') return { ...call, name: resolved.name };
  if (resolved.kind === 'unknown') return { ...call, name: called };
  return { ...call, name: called, refusal: { by: 'scope', error: ambiguousTool(called, resolved.candidates) } };
}

function plannedLane(call: PlannedCall, lookup: ToolLookup): Lane {
  const tool = call.refusal === undefined ? lookup.granted(call.name) : undefined;
  if (tool === undefined || (call.via !== undefined && !lookup.isDeferred(tool))) return 'alone';
  const repaired = repairArguments(tool, call.arguments);
  if (!repaired.ok) return 'alone';
  if (typeof tool.concurrency !== 'object') return laneOf(tool, repaired.arguments);
  const checked = checkArguments(tool, repaired.arguments);
  return checked.ok ? laneOf(tool, checked.args) : 'alone';
}
