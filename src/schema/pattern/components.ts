import type { Automaton } from './automaton.ts';

/** A strongly connected part of an automaton. */
export interface Component {
  readonly positions: readonly number[];
  /** False for a single place that does not lead back to itself. */
  readonly loop: boolean;
}

/** The components, each after every component it leads to, and the component of each position. */
export interface Components {
  readonly list: readonly Component[];
  readonly of: readonly number[];
}

/** Tarjan's algorithm. The depth of its recursion is bounded by the size of an automaton. */
export function findComponents({ follow }: Automaton): Components {
  const list: Component[] = [];
  const of: number[] = new Array(follow.length).fill(-1);
  const order: number[] = new Array(follow.length).fill(-1);
  const low: number[] = new Array(follow.length).fill(0);
  const stack: number[] = [];
  let counter = 0;

  const visit = (position: number): void => {
    order[position] = low[position] = counter++;
    stack.push(position);
    for (const next of (follow[position] as ReadonlyMap<number, number>).keys()) {
      if (order[next] === -1) {
        visit(next);
        low[position] = Math.min(low[position] as number, low[next] as number);
      } else if (of[next] === -1) low[position] = Math.min(low[position] as number, order[next] as number);
    }
    if (low[position] === order[position]) close(position);
  };

  const close = (root: number): void => {
    const positions = stack.splice(stack.lastIndexOf(root));
    for (const position of positions) of[position] = list.length;
    list.push({ positions, loop: positions.length > 1 || (follow[root] as ReadonlyMap<number, number>).has(root) });
  };

  for (let position = 0; position < follow.length; position++) if (order[position] === -1) visit(position);
  return { list, of };
}
