import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Refusals: a project adds to the home's, and never takes one back. */
const ADDED_UP: ReadonlySet<string> = new Set(['approvals.deny_tools', 'agent.disabled_toolsets']);
/** Here each entry counts as a whole, so that a command never meets another server's keys. */
const WHOLE_ENTRIES: ReadonlySet<string> = new Set(['mcp_servers']);

/**
 * The home's configuration with a project's laid over it: mappings are merged key by key, anything else replaces what
 * was there. Servers are replaced whole, and lists of refusals add up. A whole section can't be replaced by something
 * that is no mapping.
 */
export function mergeConfig(base: JsonObject, over: JsonObject): JsonObject {
  return merge(base, over, '');
}

function merge(base: JsonObject, over: JsonObject, path: string): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    merged.set(key, mergeValue(merged.get(key), value, path === '' ? key : `${path}.${key}`));
  }
  return Object.fromEntries(merged);
}

function mergeValue(below: Json | undefined, above: Json | undefined, path: string): Json | undefined {
  if (ADDED_UP.has(path)) return [...new Set([...asList(below), ...asList(above)])];
  if (!isJsonObject(below)) return above;
  if (isJsonObject(above)) return WHOLE_ENTRIES.has(path) ? { ...below, ...above } : merge(below, above, path);
  const isSection = !path.includes('.');
  return isSection || above === null || above === undefined ? below : above;
}

function asList(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value as Json];
}
