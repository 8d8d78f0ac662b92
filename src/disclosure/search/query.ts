import type { TermSpace } from '../catalog/postings.ts';
import { otherWords } from './other-words.ts';
import { stem } from './stem.ts';
import { asciiRuns, normalise } from './tokenise.ts';

/** One word of a query: what the rules of admission count. */
export interface QueryWord {
  readonly space: TermSpace;
  /** What is scored: the stem, the word itself, or the pairs of a Chinese, Japanese or Korean run, in order. */
  readonly terms: readonly string[];
  /** An ASCII part of a word with other letters: it is scored, but no document needs to have it. */
  readonly fragment: boolean;
}

/** The words of a query in order, repeats kept. */
export function parseQuery(query: string): QueryWord[] {
  const text = normalise(query);
  const others = otherWords(text);
  const words: (QueryWord & { readonly start: number })[] = others.map(({ start, terms }) => ({
    start,
    space: 'otherWords',
    terms,
    fragment: false,
  }));
  for (const { start, run } of asciiRuns(text)) {
    const fragment = others.some((word) => start < word.end && start + run.length > word.start);
    words.push({ start, space: 'words', terms: [stem(run)], fragment });
  }
  return words.sort((a, b) => a.start - b.start);
}
