import type { Corpus } from './corpus.ts';
import { type Presence, presenceOf } from './presence.ts';
import type { QueryWord } from './query.ts';
import { forEachCommon } from './sorted-lists.ts';

/** From this many distinct words on, a document needs half of them. */
const FLOOR_FROM = 4;

const NONE = new Uint32Array();

/** What a document must have to be an answer: the gate, and as many of the query's words as are required. */
export interface Admission {
  /** The query's rarest word. */
  readonly gate: Presence;
  /** All distinct words that count, the gate included. */
  readonly words: readonly Presence[];
  readonly required: number;
}

/**
 * The rule for one query; `undefined` when nothing can be an answer, because a word of the query is in no document.
 *
 * The prefix `mcp` is no word of any document, as it would be one of nearly all. A query that has it beside other words
 * (`mcp linear`, a full tool name) is read without it, unless documents do have it; alone, it finds nothing.
 */
export function admissionOf(corpus: Corpus, query: readonly QueryWord[]): Admission | undefined {
  const distinct = new Map<string, QueryWord>();
  for (const word of query) if (!word.fragment) distinct.set(word.terms.join(' '), word);
  const words: Presence[] = [];
  for (const [text, word] of distinct) {
    const presence = presenceOf(corpus, word);
    if (presence.documentFrequency > 0) words.push(presence);
    else if (text !== 'mcp') return undefined;
  }
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  const gate = rest.reduce(
    (rarest, word) => (word.documentFrequency < rarest.documentFrequency ? word : rarest),
    first,
  );
  return { gate, words, required: words.length < FLOOR_FROM ? 1 : Math.ceil(words.length / 2) };
}

/** The documents of one group that are admitted, ascending. */
export function admittedDocuments({ gate, words, required }: Admission, group: number): Uint32Array {
  const stretch = gate.byGroup[group];
  const candidates = stretch?.documents.subarray(stretch.start, stretch.end) ?? NONE;
  if (required === 1 || candidates.length === 0) return candidates;
  const present = new Uint32Array(candidates.length);
  for (const { byGroup } of words) {
    const having = byGroup[group];
    if (having === undefined) continue;
    forEachCommon(candidates, having, (candidate) => {
      present[candidate] = (present[candidate] as number) + 1;
    });
  }
  return candidates.filter((_, candidate) => (present[candidate] as number) >= required);
}
