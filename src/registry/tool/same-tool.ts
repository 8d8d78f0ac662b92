import type { Tool } from './tool.ts';

/** Compared by identity (a text by value), because what a function does can't be compared. */
const OPAQUE = ['execute', 'gate', 'concurrency', 'description'] as const;

/**
 * True when a newly registered tool says and does the same as one that is registered already, so that the old
 * definition, and every memo on it, can stay.
 */
function isSameTool(known: Tool, fresh: Tool): boolean {
  if (known === fresh) return true;
  if (OPAQUE.some((key) => known[key] !== fresh[key])) return false;
  const rest = (tool: Tool) => ({ ...tool, execute: null, gate: null, concurrency: null, description: null });
  return isSameJson(rest(known), rest(fresh));
}

/** The tool as it was registered before under its name, when nothing of it has changed; else as it is now. */
export function keepKnown(known: ReadonlyMap<string, Tool>, fresh: Tool): Tool {
  const before = known.get(fresh.name);
  return before !== undefined && isSameTool(before, fresh) ? before : fresh;
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && isSameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
