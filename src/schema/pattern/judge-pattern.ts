import { type Growth, growthOf } from './ambiguity.ts';
import { buildAutomaton } from './automaton.ts';
import type { Effort } from './effort.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';

/** A pattern that may be used, and what that costs; or why it may not. */
export type JudgedPattern =
  | { readonly usable: true; readonly growth: Growth }
  | { readonly usable: false; readonly reason: string };

const MAX_SOURCE = 1_000;
/** What compiling and reading a pattern costs. */
const STEPS_PER_CHARACTER = 5;
const MAX_DEGREE = 2;
const MAX_WIDTH = 2_000;

/**
 * Whether a third party's `pattern` (or key of `patternProperties`) can be given to the engine: it compiles with the
 * flag `u`, and can't backtrack without bound. Errs towards no: what is too large or too odd to judge is not used.
 */
export function judgePattern(source: string, effort: Effort): JudgedPattern {
  if (source.length > MAX_SOURCE) return refused(`is longer than ${MAX_SOURCE} characters`);
  if (!effort.spend(STEPS_PER_CHARACTER * source.length)) return refused('comes after too many others');
  try {
    new RegExp(source, 'u');
  } catch {
    return refused('is not a regular expression that JavaScript compiles with the flag u');
  }
  const tree = parsePattern(source);
  if (tree === undefined) return refused('uses a back reference or syntax that is not judged');
  const anchored = isAnchored(tree);
  const growth = growthOfTree(tree, anchored, effort);
  if (growth === undefined || growth.degree > MAX_DEGREE || growth.width > MAX_WIDTH) {
    return refused('can take very long on some texts');
  }
  return { usable: true, growth };
}

/** An upper bound of the steps a backtracking engine takes on a text of some length. */
export function stepsOf({ degree, width }: Growth, length: number): number {
  return width * Math.max(1, length) ** degree;
}

function growthOfTree(tree: PatternNode, anchored: boolean, effort: Effort): Growth | undefined {
  const automaton = buildAutomaton(tree, effort);
  if (automaton === undefined) return undefined;
  const own = growthOf(automaton, effort);
  if (own === undefined) return undefined;
  // A pattern that may match anywhere is tried at every character.
  const main = { width: own.width * automaton.emptyWays, degree: own.degree + (anchored ? 0 : 1) };
  const looks = automaton.looks.map((body) => growthOfTree(body, true, effort));
  if (looks.length === 0) return main;
  if (!looks.every((look) => look !== undefined)) return undefined;
  const degree = Math.max(...looks.map((look) => look.degree));
  const width = looks.reduce((sum, look) => sum + look.width, 0);
  return anchored && leadingLooks(tree) === looks.length
    ? { degree: Math.max(main.degree, degree), width: main.width + width }
    : { degree: main.degree + degree, width: main.width * (1 + width) };
}

/** Whether every way through the pattern begins at the start of the text. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'choice') return node.items.every(isAnchored);
  if (node.kind !== 'sequence') return false;
  const first = node.items.find((item) => item.kind !== 'look' && item.kind !== 'empty');
  return first !== undefined && isAnchored(first);
}

/** How many lookarounds stand before anything is read, and so run once a try. */
function leadingLooks(node: PatternNode): number {
  if (node.kind === 'look') return 1;
  if (node.kind !== 'sequence') return 0;
  const end = node.items.findIndex((item) => item.kind !== 'look' && item.kind !== 'empty' && item.kind !== 'start');
  return node.items.slice(0, end === -1 ? undefined : end).filter((item) => item.kind === 'look').length;
}

function refused(reason: string): JudgedPattern {
  return { usable: false, reason };
}
