import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { AskOptions } from '../ask.ts';
import { type ToolWords, wordsOf } from './tool-words.ts';
import { createWordWeights, type WeighedWords } from './word-weights.ts';

/** Of what two tools say, this much has to be the same. */
const LEAST_LIKENESS = 0.8;

/** Sums of the same weights in another order differ by less. */
const NOISE = 1e-9;

/** More than anybody reads; a hostile catalogue has millions. */
const MOST_KEPT = 1000;

/** Tools that can't be told apart. */
export interface AlikeTools {
  /** Published names in catalogue order: all that have the very same words, or two that have nearly the same. */
  readonly tools: readonly string[];
  /** How much of their words is the same, 0.8 to 1. */
  readonly likeness: number;
}

/** What was found. */
export interface Alike {
  /** How many there are. */
  readonly count: number;
  /** The first 1,000 of them, the likest first. */
  readonly found: readonly AlikeTools[];
}

/**
 * Finds tools that can't be told apart: at least 0.8 of their words are the same, each weighed by how rare it is in the
 * catalogue (Jaccard, weighted by inverse document frequency), and no name has a word that the other tool lacks. `create`
 * and `delete` tell two tools apart, however much of their descriptions is the same. The sources' own names count for
 * nothing.
 *
 * Tools with the very same words are one finding. Of the others, only pairs that share a rare word are compared at all:
 * what is the same for 0.8 of the weight must be the same among the rarest words that make up the first 0.2.
 *
 * @param between called with how many tools have been compared; may wait, and a throw ends everything.
 * @see Bayardo, Ma and Srikant, Scaling Up All Pairs Similarity Search (2007), for the prefixes.
 */
export async function findAlike(
  tools: readonly ToolDefinition[],
  between: AskOptions['between'] = () => {},
): Promise<Alike> {
  const groups = groupBySameWords(tools);
  const findings = createFindings();
  const weigh = createWordWeights(groups.map(([first]) => first.all));
  const byRareWord = new Map<number, Candidate[]>();
  let compared = 0;
  for (const group of groups) {
    await between(compared++);
    if (group.length > 1) findings.add({ tools: group.map(nameOf), likeness: 1 });
    const [words] = group;
    const candidate = { words, weighed: weigh(words.all, LEAST_LIKENESS) };
    for (const other of candidatesFor(candidate, byRareWord)) {
      const likeness = likenessOf(candidate.weighed, other.weighed);
      if (likeness < LEAST_LIKENESS - NOISE) continue;
      findings.add({ tools: [nameOf(other.words), nameOf(words)], likeness: rounded(likeness) });
    }
    for (const word of candidate.weighed.rarest) append(byRareWord, word, candidate);
  }
  return findings.finish();
}

interface Candidate {
  readonly words: ToolWords;
  readonly weighed: WeighedWords;
}

type SameWords = readonly [ToolWords, ...ToolWords[]];

/** Tools by the words they have; those without any are left out. */
function groupBySameWords(tools: readonly ToolDefinition[]): readonly SameWords[] {
  const groups = new Map<string, [ToolWords, ...ToolWords[]]>();
  for (const tool of tools) {
    const words = wordsOf(tool);
    if (words.all.size === 0) continue;
    const key = [...words.all].sort().join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [words]);
    else group.push(words);
  }
  return [...groups.values()];
}

/** The earlier tools that may be alike enough, in the order in which they came. */
function candidatesFor(
  { words, weighed }: Candidate,
  byRareWord: ReadonlyMap<number, readonly Candidate[]>,
): ReadonlySet<Candidate> {
  const candidates = new Set<Candidate>();
  for (const word of weighed.rarest) {
    for (const other of byRareWord.get(word) ?? []) {
      const [less, more] =
        weighed.total < other.weighed.total
          ? [weighed.total, other.weighed.total]
          : [other.weighed.total, weighed.total];
      if (less >= LEAST_LIKENESS * more - NOISE && !areToldApart(words, other.words)) candidates.add(other);
    }
  }
  return candidates;
}

/** What both have over what either has. */
function likenessOf(a: WeighedWords, b: WeighedWords): number {
  let both = 0;
  for (const [word, weight] of a.weights) if (b.weights.has(word)) both += weight;
  return both / (a.total + b.total - both);
}

/** To four places: engines whose logarithms differ in the last bit give the same bytes. */
function rounded(likeness: number): number {
  return Math.round(likeness * 1e4) / 1e4;
}

/** Whether a word of either's name is in nothing that the other says. */
function areToldApart(a: ToolWords, b: ToolWords): boolean {
  return a.name.some((word) => !b.all.has(word)) || b.name.some((word) => !a.all.has(word));
}

/** Keeps the likest. */
function createFindings() {
  let kept: AlikeTools[] = [];
  let count = 0;
  const prune = () => {
    kept = kept.sort((a, b) => b.likeness - a.likeness).slice(0, MOST_KEPT);
  };
  return {
    add(finding: AlikeTools): void {
      count++;
      kept.push(finding);
      if (kept.length >= 2 * MOST_KEPT) prune();
    },
    finish(): Alike {
      prune();
      return { count, found: kept };
    },
  };
}

function nameOf({ tool }: ToolWords): string {
  return tool.name;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
