import { type Candidates, candidatesOf, type DocumentSet, keepCommon, NO_CANDIDATES } from './candidates.ts';
import type { Corpus } from './corpus.ts';
import { presenceOf, rarer } from './presence.ts';
import type { QueryWord } from './query.ts';

/** From this many distinct words on, a document needs half of them. */
const FLOOR_FROM = 4;

/** What a document must have to be an answer: the gate, and as many of the query's words as are required. */
interface Admission {
  /** The query's rarest word. */
  readonly gate: DocumentSet;
  /** All distinct words that count, the gate included. */
  readonly words: readonly DocumentSet[];
  readonly required: number;
}

/** The documents that are admitted: none when a word of the query is in no document. */
export function admittedDocuments(corpus: Corpus, query: readonly QueryWord[]): Candidates {
  const admission = admissionOf(corpus, query);
  if (admission === undefined) return NO_CANDIDATES;
  const { gate, words, required } = admission;
  const candidates = candidatesOf(gate, corpus.groups);
  return required === 1 ? candidates : keepCommon(candidates, words, required);
}

/**
 * The rule for one query; `undefined` when nothing can be an answer.
 *
 * The prefix `mcp` is no word of any document, as it would be one of nearly all. A query that has it beside other words
 * (`mcp linear`, a full tool name) is read without it, unless documents do have it; alone, it finds nothing.
 */
function admissionOf(corpus: Corpus, query: readonly QueryWord[]): Admission | undefined {
  const distinct = new Map<string, QueryWord>();
  for (const word of query) if (!word.fragment) distinct.set(word.terms.join(' '), word);
  const words: DocumentSet[] = [];
  for (const [text, word] of distinct) {
    const presence = presenceOf(corpus, word);
    if (presence.documentFrequency > 0) words.push(presence);
    else if (text !== 'mcp') return undefined;
  }
  if (words.length === 0) return undefined;
  return {
    gate: words.reduce(rarer),
    words,
    required: words.length < FLOOR_FROM ? 1 : Math.ceil(words.length / 2),
  };
}
