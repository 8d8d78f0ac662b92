import { type Draft, dropEdge, type Edge, isInPlace } from './draft.ts';
import type { Warnings } from './warnings.ts';

/**
 * Makes a graph of schemas one that can be validated with. Cuts each circle on which a value would be handed round for
 * ever; then, where something that was weakened would make a schema refuse more (inside `not`, as one of `oneOf`, as
 * the condition of `if`), weakens that too. Returns the length of the longest way on which one value is handed on.
 */
export function settleGraph(drafts: readonly Draft[], warnings: Warnings): number {
  const chain = cutCircles(drafts, warnings);
  for (const draft of weakenedByParts(drafts)) keepOpen(draft);
  return chain;
}

interface Step {
  readonly draft: Draft;
  readonly edges: readonly Edge[];
  at: number;
  longest: number;
}

/** A depth-first walk with a stack of its own. */
function cutCircles(drafts: readonly Draft[], warnings: Warnings): number {
  const lengths = new Map<Draft, number>();
  const open = new Set<Draft>();
  const stack: Step[] = [];
  const enter = (draft: Draft): void => {
    open.add(draft);
    stack.push({ draft, edges: draft.edges.filter(isInPlace), at: 0, longest: 0 });
  };
  const take = (step: Step, edge: Edge): void => {
    const known = lengths.get(edge.to);
    if (known !== undefined) step.longest = Math.max(step.longest, known);
    else if (open.has(edge.to)) {
      dropEdge(step.draft, edge);
      warnings.add(step.draft.place, `"${edge.keyword}" leads back to itself; that part allows anything`);
    } else {
      step.at--;
      enter(edge.to);
    }
  };
  let longest = 1;
  for (const draft of drafts) {
    if (!lengths.has(draft)) enter(draft);
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const edge = step.edges[step.at++];
      if (edge !== undefined) {
        take(step, edge);
        continue;
      }
      stack.pop();
      open.delete(step.draft);
      lengths.set(step.draft, step.longest + 1);
      longest = Math.max(longest, step.longest + 1);
    }
  }
  return longest;
}

/** Marks and returns each schema that was weakened, or uses one that was. */
function weakenedByParts(drafts: readonly Draft[]): ReadonlySet<Draft> {
  const users = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    for (const { to } of draft.edges) {
      const list = users.get(to) ?? [];
      list.push(draft);
      users.set(to, list);
    }
  }
  const weakened = new Set(drafts.filter((draft) => draft.weakened));
  for (const draft of weakened) for (const user of users.get(draft) ?? []) weakened.add(user);
  for (const draft of weakened) draft.weakened = true;
  return weakened;
}

function keepOpen(draft: Draft): void {
  const { node } = draft;
  const parts = draft.edges.filter(({ to }) => to.weakened);
  const uses = (keyword: string) => parts.some((edge) => edge.keyword === keyword);
  if (uses('not')) delete node['not'];
  if (uses('oneOf')) {
    node['anyOf'] ??= node['oneOf'];
    delete node['oneOf'];
  }
  if (uses('if')) for (const keyword of ['if', 'then', 'else']) delete node[keyword];
  if (uses('contains')) delete node['maxContains'];
  // What a weakened part would have looked at counts as looked at by nobody.
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) delete node[keyword];
}
