import type { Automaton } from './automaton.ts';
import { type CharSet, intersection, overlaps, union } from './char-set.ts';
import { type Component, type Components, findComponents } from './components.ts';
import type { Effort } from './effort.ts';

/** How the number of ways in which a backtracking engine can read a text grows: `width` times length to the power of `degree`. */
export interface Growth {
  readonly degree: number;
  readonly width: number;
}

/**
 * An upper bound of the growth, for a pattern that is tried at one place of the text; `undefined` when it is
 * exponential or not judged.
 *
 * After Weber and Seidl, "On the degree of ambiguity of finite automata" (1991): exponential when one loop can read a
 * text in two ways; each pair of loops that can share a text adds one to the degree. The test for such pairs is
 * conservative: it asks for a path whose every character both loops know.
 */
export function growthOf(automaton: Automaton, effort: Effort): Growth | undefined {
  const components = findComponents(automaton);
  const loops = components.list.filter((component) => component.loop);
  if (loops.some((loop) => isExponential(automaton, loop, effort))) return undefined;
  const width = widthFrom(automaton, automaton.first, widths(automaton, components, effort), effort);
  const degree = loops.length === 0 ? 0 : 1 + sharedPairs(automaton, components, effort);
  return effort.spent ? undefined : { degree, width };
}

/** Whether two different ways through one loop can read the same text and meet again. */
function isExponential(automaton: Automaton, { positions }: Component, effort: Effort): boolean {
  const inside = new Set(positions);
  const edges = new Map<number, number[]>();
  let total = 0;
  for (const position of positions) {
    const kept = [...edgesOf(automaton, position)].filter(([next]) => inside.has(next));
    if (kept.some(([, ways]) => ways > 1)) return true;
    total += kept.length;
    edges.set(
      position,
      kept.map(([next]) => next),
    );
  }
  if (positions.length === 1) return false;
  if (!effort.spend(total * total)) return true;
  return splitsAndMeets(automaton, edges);
}

/** Looks at pairs of places: is there a pair of different ones, reached from one place and leading to one place? */
function splitsAndMeets({ sets }: Automaton, edges: ReadonlyMap<number, readonly number[]>): boolean {
  const size = sets.length;
  const forward = new Map<number, number[]>();
  const backward = new Map<number, number[]>();
  for (const [p, fromP] of edges) {
    for (const [q, fromQ] of edges) {
      for (const nextP of fromP) {
        for (const nextQ of fromQ) {
          if (!overlaps(setOf(sets, nextP), setOf(sets, nextQ))) continue;
          listAt(forward, p * size + q).push(nextP * size + nextQ);
          listAt(backward, nextP * size + nextQ).push(p * size + q);
        }
      }
    }
  }
  const same = [...edges.keys()].map((p) => p * size + p);
  const apart = reach((pair) => forward.get(pair) ?? [], same);
  const together = reach((pair) => backward.get(pair) ?? [], same);
  return [...apart].some((pair) => Math.floor(pair / size) !== pair % size && together.has(pair));
}

/** The most pairs of loops on one way through the automaton that can share a text. */
function sharedPairs(automaton: Automaton, { list, of }: Components, effort: Effort): number {
  const degree: number[] = [];
  list.forEach((component, index) => {
    effort.spend(automaton.sets.length);
    const after = reach((p) => edgesOf(automaton, p).keys(), component.positions);
    let most = 0;
    for (const other of new Set(Array.from(after, (position) => of[position] as number))) {
      if (other === index) continue;
      const shared = sharesText(automaton, component, list[other] as Component, effort);
      most = Math.max(most, (degree[other] as number) + (shared ? 1 : 0));
    }
    degree.push(most);
  });
  return Math.max(0, ...degree);
}

function sharesText(automaton: Automaton, from: Component, to: Component, effort: Effort): boolean {
  if (!from.loop || !to.loop || !effort.spend(10 * automaton.sets.length)) return false;
  const alphabet = ({ positions }: Component) => union(positions.flatMap((p) => setOf(automaton.sets, p)));
  const common = intersection(alphabet(from), alphabet(to));
  const usable = automaton.sets.map((set) => overlaps(set, common));
  const narrowed = (p: number) => [...edgesOf(automaton, p).keys()].filter((next) => usable[next]);
  const reached = reach(narrowed, from.positions);
  return to.positions.some((position) => reached.has(position));
}

/** For each position, how many ways of reading can be open from there on; when to leave a loop is not counted. */
function widths(automaton: Automaton, { list, of }: Components, effort: Effort): readonly number[] {
  const width: number[] = new Array(automaton.sets.length).fill(1);
  list.forEach(({ positions }, index) => {
    const exits = new Map<number, number>();
    for (const position of positions) {
      for (const [next, ways] of edgesOf(automaton, position)) {
        if (of[next] !== index) exits.set(next, (exits.get(next) ?? 0) + ways);
      }
    }
    const open = positions.length * widthFrom(automaton, exits, width, effort);
    for (const position of positions) width[position] = open;
  });
  return width;
}

/** The widths of the places that one character can lead to, added up; the most of them, and at least one. */
function widthFrom(
  { sets }: Automaton,
  exits: ReadonlyMap<number, number>,
  width: readonly number[],
  effort: Effort,
): number {
  let most = 1;
  if (!effort.spend(exits.size * exits.size)) return most;
  for (const exit of exits.keys()) {
    let sum = 0;
    for (const [other, ways] of exits) {
      if (overlaps(setOf(sets, exit), setOf(sets, other))) sum += ways * (width[other] as number);
    }
    most = Math.max(most, sum);
  }
  return most;
}

function reach(next: (from: number) => Iterable<number>, from: readonly number[]): Set<number> {
  const seen = new Set(from);
  for (const place of seen) for (const after of next(place)) seen.add(after);
  return seen;
}

function edgesOf({ follow }: Automaton, position: number): ReadonlyMap<number, number> {
  return follow[position] as ReadonlyMap<number, number>;
}

function setOf(sets: readonly CharSet[], position: number): CharSet {
  return sets[position] as CharSet;
}

function listAt(map: Map<number, number[]>, key: number): number[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
