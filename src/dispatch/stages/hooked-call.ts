import { isJsonObject } from '../../base/json.ts';
import type { Scope } from '../../registry/scope.ts';
import type { HookedCall } from '../hook.ts';
import type { FoundCall, PlannedCall } from './pending-call.ts';

/** A call as hooks and events show it, at whatever stage it is. */
export function hookedCall(call: PlannedCall | FoundCall, { scope }: { readonly scope: Scope }): HookedCall {
  return {
    callId: call.id,
    sessionId: scope.sessionId,
    name: call.name,
    ...(call.via === undefined ? {} : { via: call.via }),
    ...('tool' in call ? { source: call.tool.source } : {}),
    arguments: isJsonObject(call.arguments) ? call.arguments : {},
  };
}
