import type { CharSet } from './char-set.ts';
import type { Effort } from './effort.ts';
import type { PatternNode } from './parse-pattern.ts';

/**
 * The places of a pattern where a character is read, and which can follow which (Glushkov's position automaton). Each
 * edge counts in how many ways it comes about: `(a+)+` leads from `a` to `a` in two.
 */
export interface Automaton {
  readonly sets: readonly CharSet[];
  readonly follow: readonly ReadonlyMap<number, number>[];
  /** Where a match may begin, with the number of ways. */
  readonly first: ReadonlyMap<number, number>;
  readonly looks: readonly PatternNode[];
  /** In how many ways some part can read nothing, at least one. */
  readonly emptyWays: number;
}

interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** In how many ways it can read nothing. */
  readonly empty: number;
}

/** More places than this are not judged. */
const MAX_POSITIONS = 200;
/** A repetition up to this often is written out; a longer one counts as endless, which is the worse case. */
const MAX_COPIES = 12;
/** In more ways than this nothing may read nothing. */
const MAX_EMPTY = 20;
const NOTHING: Part = { first: [], last: [], empty: 1 };

/** The automaton of a pattern; `undefined` when it is too large, or repeats what is judged apart or may be empty. */
export function buildAutomaton(root: PatternNode, effort: Effort): Automaton | undefined {
  const builder = new Builder(effort);
  const whole = builder.part(root, false);
  if (builder.failed) return undefined;
  const first = new Map<number, number>();
  for (const position of whole.first) count(first, position);
  return { sets: builder.sets, follow: builder.follow, first, looks: builder.looks, emptyWays: builder.emptyWays };
}

class Builder {
  readonly sets: CharSet[] = [];
  readonly follow: Map<number, number>[] = [];
  readonly looks: PatternNode[] = [];
  failed = false;
  emptyWays = 1;
  private readonly effort: Effort;

  constructor(effort: Effort) {
    this.effort = effort;
  }

  part(node: PatternNode, repeated: boolean): Part {
    if (!this.effort.spend(10)) this.failed = true;
    if (this.failed) return NOTHING;
    const part = this.build(node, repeated);
    this.emptyWays = Math.max(this.emptyWays, part.empty);
    // In a repetition the ways would multiply with every round.
    if (part.empty > (repeated ? 1 : MAX_EMPTY)) this.failed = true;
    return part;
  }

  private build(node: PatternNode, repeated: boolean): Part {
    switch (node.kind) {
      case 'start':
      case 'empty':
        return NOTHING;
      case 'look':
        // Inside a repetition it would run once a round.
        if (repeated) this.failed = true;
        this.looks.push(node.body);
        return NOTHING;
      case 'set':
        return this.position(node.set);
      case 'choice':
        return this.choice(node.items.map((item) => this.part(item, repeated)));
      case 'sequence':
        return node.items.reduce((left: Part, item) => this.join(left, this.part(item, repeated)), NOTHING);
      case 'repeat':
        return this.repeat(node, repeated);
    }
  }

  private position(set: CharSet): Part {
    if (this.sets.length >= MAX_POSITIONS) this.failed = true;
    const index = this.sets.push(set) - 1;
    this.follow.push(new Map());
    return { first: [index], last: [index], empty: 0 };
  }

  private choice(arms: readonly Part[]): Part {
    return {
      first: arms.flatMap((arm) => arm.first),
      last: arms.flatMap((arm) => arm.last),
      empty: arms.reduce((sum, arm) => sum + arm.empty, 0),
    };
  }

  private join(left: Part, right: Part): Part {
    this.connect(left.last, right.first);
    return {
      first: left.empty > 0 ? [...left.first, ...right.first] : left.first,
      last: right.empty > 0 ? [...left.last, ...right.last] : right.last,
      empty: left.empty * right.empty,
    };
  }

  private repeat({ body, min, max }: PatternNode & { readonly kind: 'repeat' }, repeated: boolean): Part {
    const many = repeated || max > 1;
    let whole = NOTHING;
    const written = max <= MAX_COPIES ? max : min > MAX_COPIES ? 0 : Math.max(0, min - 1);
    for (let copy = 0; copy < written && !this.failed; copy++) {
      const part = this.part(body, many);
      whole = this.join(whole, copy < min ? part : { ...part, empty: part.empty + 1 });
    }
    if (max <= MAX_COPIES) return whole;
    const loop = this.part(body, many);
    // An empty round is cut short only in an endless repetition, and only after the required rounds.
    if (loop.empty > 0 && (Number.isFinite(max) || min > MAX_COPIES)) this.failed = true;
    this.connect(loop.last, loop.first);
    return this.join(whole, { ...loop, empty: loop.empty > 0 || min === 0 ? 1 : 0 });
  }

  private connect(from: readonly number[], to: readonly number[]): void {
    if (!this.effort.spend(from.length * to.length)) this.failed = true;
    if (this.failed) return;
    for (const left of from) {
      const edges = this.follow[left] as Map<number, number>;
      for (const right of to) count(edges, right);
    }
  }
}

function count(edges: Map<number, number>, position: number): void {
  edges.set(position, (edges.get(position) ?? 0) + 1);
}
