import type { LabelledQuery } from './labelled.ts';

/** A set's queries in two halves: what may be learned from, and what is only measured on. */
interface Halves {
  readonly training: readonly LabelledQuery[];
  readonly test: readonly LabelledQuery[];
}

/**
 * Splits a set so that all queries that share a right tool, directly or through others, are on one side. The side hangs
 * on the names alone, so no choice of ours is in it.
 */
export function halvesOf(set: string, queries: readonly LabelledQuery[]): Halves {
  const rootOf = joinTools(queries);
  const isTest = ({ gold: [first = ''] }: LabelledQuery) => fnv1a(set + rootOf(first)) % 2 === 1;
  return { training: queries.filter((query) => !isTest(query)), test: queries.filter(isTest) };
}

/** Half of what has no right tools to be split by: every other one. */
export function everyOther<T>(items: readonly T[], half: keyof Halves): readonly T[] {
  return items.filter((_, index) => (index % 2 === 1) === (half === 'test'));
}

/** At most so many queries, evenly spread. */
export function sampleOf<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0);
}

function joinTools(queries: readonly LabelledQuery[]): (tool: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (tool: string): string => {
    let root = tool;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
      root = parent;
    }
    return root;
  };
  for (const { gold } of queries) {
    const [first = ''] = gold;
    for (const tool of gold) parents.set(rootOf(tool), rootOf(first));
  }
  return rootOf;
}

/** @see http://www.isthe.com/chongo/tech/comp/fnv/ (32 bits, over UTF-16 units) */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
