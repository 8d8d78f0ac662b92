import type { Json, JsonObject } from '../../base/json.ts';
import { jsonFault } from '../../base/json-fault.ts';
import { displayName } from '../../guard/display-name.ts';

/** Fields of a server's own entry that are nested deeper are not kept: a client's whole list would be lost with them. */
const MAX_WIRE_LEVELS = 256;

/** What can be kept of a server's own entry, and what was left out, by name. Its schemas are not: the tool has them, cleaned. */
export function boundWire(wire: JsonObject): { readonly wire: JsonObject; readonly warnings: readonly string[] } {
  const kept: [string, Json | undefined][] = [];
  const warnings: string[] = [];
  for (const key of Object.keys(wire)) {
    if (key === 'inputSchema' || key === 'outputSchema') continue;
    const fault = jsonFault(wire[key], MAX_WIRE_LEVELS);
    if (fault === undefined) kept.push([key, wire[key]]);
    else warnings.push(`its field "${displayName(key)}" is left out: it ${fault}`);
  }
  return { wire: Object.fromEntries(kept), warnings };
}
