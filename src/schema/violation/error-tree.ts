import type { OutputUnit } from '@cfworker/json-schema';

/** An error and those that it sums up. */
export interface ErrorTree {
  readonly error: OutputUnit;
  readonly children: ErrorTree[];
}

/** Of a flood of errors the first tell enough. */
const MOST = 2_000;

/**
 * The validator's errors come as a list in which one that sums others up stands before them. This finds the tree again
 * by the places of the keywords.
 */
export function errorTrees(errors: readonly OutputUnit[]): readonly ErrorTree[] {
  const roots: ErrorTree[] = [];
  const open: ErrorTree[] = [];
  for (const error of errors.slice(0, MOST)) {
    const tree: ErrorTree = { error, children: [] };
    while (open.length > 0 && !isUnder(open.at(-1) as ErrorTree, error)) open.pop();
    (open.at(-1)?.children ?? roots).push(tree);
    open.push(tree);
  }
  return roots;
}

function isUnder({ error: { keyword, keywordLocation } }: ErrorTree, error: OutputUnit): boolean {
  const place = error.keywordLocation;
  if (keyword !== 'if') return place.startsWith(`${keywordLocation}/`);
  const schema = keywordLocation.slice(0, -'if'.length);
  return place.startsWith(`${schema}then/`) || place.startsWith(`${schema}else/`);
}
