import type { OutputUnit } from '@cfworker/json-schema';
import type { PreparedSchema } from '../validate.ts';
import type { ErrorTree } from './error-tree.ts';

/** The error that says best what is wrong. */
export interface PickedError {
  readonly error: OutputUnit;
  /** Set when a property or item is not allowed at all: where it stands. */
  readonly unwanted?: string;
  /** Set when the value is of none of the kinds that several alternatives ask for: their errors. */
  readonly alternatives?: readonly OutputUnit[];
}

/** Errors that only sum up what stands below them. */
const SUMS: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependencies',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
/** Errors that mean: this is not the kind of value that was meant. */
const KINDS: ReadonlySet<string> = new Set(['const', 'enum', 'type']);

/**
 * The one error to report of several that all have to be put right: the first that concerns the value itself, else what
 * is wrong inside it. Of alternatives the one counts that the value comes nearest to: the right kind, the right
 * discriminator, wrong only deep inside.
 */
export function pickError(schema: PreparedSchema, trees: readonly ErrorTree[]): PickedError {
  const own = trees.find(({ error: { keyword }, children }) => !isSum(keyword) || children.length === 0);
  const tree = own ?? (trees[0] as ErrorTree);
  const { error, children } = tree;
  if (CHOICES.has(error.keyword)) return pickAlternative(schema, tree);
  if (!SUMS.has(error.keyword) || children.length === 0) return { error };
  const banned = children.find((child) => child.error.keyword === 'not' && allowsNothing(schema, child.error));
  if (banned !== undefined) {
    const place = banned.error.instanceLocation;
    return place === error.instanceLocation ? { error: banned.error } : { error, unwanted: place };
  }
  return pickError(schema, children);
}

function isSum(keyword: string): boolean {
  return SUMS.has(keyword) || CHOICES.has(keyword);
}

/** The schema `false` is prepared as `{ not: true }`. */
function allowsNothing(schema: PreparedSchema, error: OutputUnit): boolean {
  return schema.nodeAt(error.keywordLocation)?.['not'] === true;
}

function pickAlternative(schema: PreparedSchema, { error, children }: ErrorTree): PickedError {
  const groups = new Map<string, ErrorTree[]>();
  for (const child of children) {
    const index = child.error.keywordLocation.slice(error.keywordLocation.length + 1).split('/', 1)[0] as string;
    groups.set(index, [...(groups.get(index) ?? []), child]);
  }
  const all = schema.nodeAt(error.keywordLocation)?.[error.keyword];
  // Fewer failed than there are: more than one fits, and that is the fault.
  if (groups.size === 0 || (Array.isArray(all) && groups.size < all.length)) return { error };
  const here = depthOf(error);
  const picked = [...groups.values()].map((group) => ({
    pick: pickError(schema, group),
    misfit: misfitOf(group, here),
  }));
  if (picked.every(({ misfit }) => misfit === 2)) {
    return { error, alternatives: picked.flatMap(({ pick }) => pick.alternatives ?? [pick.error]) };
  }
  picked.sort((a, b) => a.misfit - b.misfit || depthOf(b.pick.error) - depthOf(a.pick.error));
  return (picked[0] as (typeof picked)[number]).pick;
}

/** 2: another kind of value; 1: another discriminator; 0: the right alternative, wrongly filled in. */
function misfitOf(trees: readonly ErrorTree[], here: number): number {
  let worst = 0;
  const stack = [...trees];
  for (let tree = stack.pop(); tree !== undefined; tree = stack.pop()) {
    const distance = depthOf(tree.error) - here;
    if (KINDS.has(tree.error.keyword) && distance === 0) return 2;
    if (tree.error.keyword !== 'type' && KINDS.has(tree.error.keyword) && distance === 1) worst = 1;
    if (distance <= 1) stack.push(...tree.children);
  }
  return worst;
}

function depthOf({ instanceLocation }: OutputUnit): number {
  return instanceLocation.split('/').length;
}
