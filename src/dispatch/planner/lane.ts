import type { JsonObject } from '../../base/json.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import type { PathUse, Tool } from '../../registry/tool/tool.ts';
import { pathsOverlap } from './path-overlap.ts';

/** Beside whom a call may run: nobody, anybody, or whoever leaves its files alone. */
export type Lane = 'alone' | readonly PathUse[];

/** The lane of a call that touches no file that matters. */
export const SHARED: Lane = [];

/**
 * Beside whom a tool may run with these arguments. Whatever goes wrong in asking it means alone. Searching and
 * describing change nothing and share.
 */
export function laneOf(tool: Pick<Tool, 'name' | 'concurrency'>, args: JsonObject): Lane {
  const { concurrency } = tool;
  if (concurrency === 'parallel' || isBridgeName(tool.name)) return SHARED;
  if (typeof concurrency !== 'object') return 'alone';
  try {
    const uses = concurrency.paths(args);
    return uses.every((use) => typeof use.path === 'string') ? uses : 'alone';
  } catch {
    return 'alone';
  }
}

/** True when two calls may not run at the same time: one is alone, or one writes where the other reads or writes. */
export function lanesConflict(a: Lane, b: Lane): boolean {
  if (a === 'alone' || b === 'alone') return true;
  return a.some((one) =>
    b.some((other) => (one.access !== 'read' || other.access !== 'read') && pathsOverlap(one.path, other.path)),
  );
}
