import type { Catalog } from '../../disclosure/catalog/catalog.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { type AnswerTier, type AskOptions, ask } from '../ask.ts';
import { rankOf } from '../measures.ts';
import { firstSentence, inWords } from './own-words.ts';

/** How deep is looked for a tool that is not among the first. */
const DEEPEST = 50;

/** Of those that come first instead, how many are named. */
const MOST_INSTEAD = 3;

/** A tool that its own words don't bring to where a model would see it. */
export interface UnfoundTool {
  readonly name: string;
  readonly query: string;
  readonly tier: AnswerTier;
  /** Its place, from 1; absent when it is not among the first 50. */
  readonly rank?: number;
  /** Published names of what comes first instead, at most three. */
  readonly instead: readonly string[];
}

/** The tools that are hard to find, worst first. */
export interface UnfoundTools {
  /** By their own names in words, without that of their source. */
  readonly byName: readonly UnfoundTool[];
  /** By the first sentence of their descriptions. */
  readonly bySentence: readonly UnfoundTool[];
  /** Published names of tools without any description: there is nothing to find them by but their names. */
  readonly withoutDescription: readonly string[];
}

/**
 * Asks for each tool of a catalogue with its own words, and tells which are not among the first `top` that come.
 *
 * @param options `between` is called with how many tools have been looked at.
 */
export async function findUnfound(
  catalog: Catalog,
  top: number,
  options: Omit<AskOptions, 'limit'>,
): Promise<UnfoundTools> {
  const byName: UnfoundTool[] = [];
  const bySentence: UnfoundTool[] = [];
  const withoutDescription: string[] = [];
  const lookFor = async (tool: ToolDefinition, query: string, missing: UnfoundTool[]) => {
    const { tier, found } = await ask(catalog, query, { ...options, limit: DEEPEST });
    const rank = rankOf(found, new Set([tool.name]));
    if (rank !== undefined && rank <= top) return;
    const instead = found.filter((name) => name !== tool.name).slice(0, MOST_INSTEAD);
    missing.push({ name: tool.name, query, tier, ...(rank === undefined ? {} : { rank }), instead });
  };
  let looked = 0;
  for (const tool of catalog.tools) {
    await options.between?.(looked++);
    await lookFor(tool, inWords(tool.source.toolName), byName);
    const sentence = firstSentence(tool);
    if (sentence === '') withoutDescription.push(tool.name);
    else await lookFor(tool, sentence, bySentence);
  }
  return { byName: byName.sort(worstFirst), bySentence: bySentence.sort(worstFirst), withoutDescription };
}

function worstFirst(a: UnfoundTool, b: UnfoundTool): number {
  if (a.rank === b.rank) return 0;
  return (b.rank ?? Number.POSITIVE_INFINITY) - (a.rank ?? Number.POSITIVE_INFINITY);
}
