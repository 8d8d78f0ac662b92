import type { Access, Tool, ToolAnnotations } from './tool/tool.ts';

/** From the mildest to the strictest. */
const ORDER: readonly Access[] = ['read', 'write', 'destructive'];

/**
 * What a call of a tool can do at worst: as its owner says, else as it says itself. What a tool of others says is believed
 * where it makes things stricter, and never that it only reads.
 */
export function accessOf({ access, annotations, source }: Pick<Tool, 'access' | 'annotations' | 'source'>): Access {
  if (access !== undefined) return ORDER.includes(access) ? access : 'destructive';
  if (source.kind === 'builtin') return claimedAccess(annotations);
  return annotations?.destructive === true ? 'destructive' : 'write';
}

/** What annotations say when they are believed. Those that say nothing stand for `write`; of two claims the stricter counts. */
export function claimedAccess({ readOnly, destructive }: ToolAnnotations = {}): Access {
  if (destructive === true) return 'destructive';
  return readOnly === true ? 'read' : 'write';
}

/** True when whoever may do `held` may do `wanted` as well. */
export function covers(held: Access, wanted: Access): boolean {
  return ORDER.indexOf(held) >= ORDER.indexOf(wanted);
}
