import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/stable-json.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import { deepFreeze } from '../../registry/tool/frozen-copy.ts';
import { checkArguments } from '../../schema/check-arguments.ts';
import { type PendingCall, refuse, type StageResult } from './pending-call.ts';

/** Coerces and validates arguments that are new since they were last admitted, and takes their digest. */
export function admit(call: PendingCall): StageResult<PendingCall> {
  if (call.digest !== undefined) return { call };
  const checked = check(call);
  if (!checked.ok) return refuse('arguments', checked.error);
  const args = deepFreeze(checked.args);
  return { call: { ...call, arguments: args, digest: sha256Hex(stableJson(args)) } };
}

/** The bridge tools read more forms than their schemas show, and say themselves what is wrong. */
function check({ tool, arguments: args }: PendingCall): ReturnType<typeof checkArguments> {
  return isBridgeName(tool.name) ? { ok: true, args, coerced: [] } : checkArguments(tool, args);
}
