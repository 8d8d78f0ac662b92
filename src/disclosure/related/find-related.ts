import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isAscii } from '../search/tokenise.ts';
import { best, findCandidates } from './candidates.ts';
import { type Signs, signsOf } from './confidence.ts';
import { groupOf, openTerms, readSources, type TermCorpus } from './corpus/term-corpus.ts';
import type { Encoder } from './encoder.ts';
import { type Evidence, examine, type Features, type Request } from './features.ts';
import { reasonFor } from './reason.ts';
import type { RelatedTool } from './related-tool.ts';
import { type RequestWord, readRequest } from './request.ts';
import { loadChinese, loadVectors } from './vocabulary/tables.ts';
import type { Vectors } from './vocabulary/vectors.ts';
import { CONFIDENCE, WEIGHTS } from './weights.data.ts';
import { wordLikeness } from './word-likeness.ts';
import { hasHan } from './written-words.ts';

/** A document with its score. */
export interface Scored extends Evidence {
  readonly score: number;
}

/** How a request is looked for. */
export interface RelatedOptions {
  /** The most tools. */
  readonly limit: number;
  /** The host's own encoder. @default none */
  readonly encoder?: Encoder;
  readonly signal: AbortSignal;
}

/**
 * The tools that a request may mean, best first; none where even the best says too little. An encoder changes the order and
 * what is looked at; whether there is an answer is not its to say.
 */
export async function findRelated(
  catalog: Catalog,
  request: string,
  { limit, encoder, signal }: RelatedOptions,
): Promise<readonly RelatedTool[]> {
  const { corpus, words, scored, examine: examineMore } = await scoreRelated(catalog, request, signal);
  const [first] = scored;
  if (first === undefined || !isConfident(signsOf(corpus, words, first))) return [];
  const nearness = await encoder?.compare(corpus, request, signal);
  const ordered =
    nearness === undefined ? scored : fuse([...scored, ...examineMore(best(nearness, MOST_NEAREST))], nearness);
  const least = (ordered[0] ?? first).score * LEAST_SHARE;
  return ordered
    .filter(({ score }) => score >= least)
    .slice(0, limit)
    .map((found) => ({ tool: toolAt(corpus, found.document), reason: reasonFor(found, words) }));
}

/** What a tool must have of the best one's score: the right one is hardly ever among those with less. */
const LEAST_SHARE = 0.5;

/** Documents that an encoder may add to those that are looked at. */
const MOST_NEAREST = 10;

/**
 * What a standard deviation of an encoder's cosines counts beside our score, as a share of the best; measured on training halves
 * (docs/decisions/0016-the-related-tier.md).
 */
const ENCODER_WEIGHT = 0.1;

/** Orders documents anew, by score and nearness together. */
function fuse(scored: readonly Scored[], nearness: Float64Array): readonly Scored[] {
  const distinct = [...new Map(scored.map((each) => [each.document, each])).values()];
  const most = Math.max(...distinct.map(({ score }) => score));
  return distinct
    .map((each) => ({ ...each, score: each.score / most + ENCODER_WEIGHT * (nearness[each.document] as number) }))
    .sort((a, b) => b.score - a.score || a.document - b.document);
}

/** What the scorer makes of a request. */
export interface ScoredRequest {
  readonly corpus: TermCorpus;
  readonly words: readonly RequestWord[];
  /** All documents that were looked at closely, best first, whatever their score. */
  readonly scored: readonly Scored[];
  /** Looks at others closely. */
  examine(documents: readonly number[]): readonly Scored[];
}

/** Scores a catalogue's tools for a request. */
export async function scoreRelated(catalog: Catalog, request: string, signal?: AbortSignal): Promise<ScoredRequest> {
  const vectors = await loadVectors();
  const chinese = hasHan(request) ? await loadChinese() : undefined;
  await readSources(catalog, vectors, signal);
  const corpus = openTerms(catalog, vectors);
  const words = readRequest(request, corpus, vectors, chinese);
  const read: Request = { words, meaning: meaningOf(words, vectors), likeness: wordLikeness(words, vectors) };
  const score = (documents: readonly number[]) =>
    examine(corpus, read, documents, vectors).map((evidence) => ({ ...evidence, score: scoreOf(evidence.features) }));
  const scored = [...score(findCandidates(corpus, words, read.meaning, vectors))].sort(
    (a, b) => b.score - a.score || a.document - b.document,
  );
  return { corpus, words, scored, examine: score };
}

/** The tool of a document. */
export function toolAt(corpus: TermCorpus, document: number): ToolDefinition {
  const { definitions, first } = groupOf(corpus, document);
  return definitions[document - first] as ToolDefinition;
}

function scoreOf(features: Features): number {
  let score = 0;
  for (const name of Object.keys(WEIGHTS) as (keyof Features)[]) score += WEIGHTS[name] * features[name];
  return score;
}

/** Whether the signs are good enough to offer anything. */
function isConfident(signs: Signs): boolean {
  let sum = CONFIDENCE.base;
  for (const name of Object.keys(signs) as (keyof Signs)[]) sum += CONFIDENCE[name] * signs[name];
  return sum > 0;
}

/** How sure the meaning of a translated word is. */
const TRANSLATED = 0.4;

/** The sum of the words' vectors, of length 1, shorter where words had to be translated. */
function meaningOf(words: readonly RequestWord[], { dimensions }: Vectors): Float64Array {
  const sum = new Float64Array(dimensions);
  let total = 0;
  let sure = 0;
  for (const { vector, weight, text } of words) {
    for (let k = 0; k < dimensions; k++) sum[k] = (sum[k] as number) + (vector[k] as number);
    total += weight;
    sure += isAscii(text) ? weight : weight * TRANSLATED;
  }
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length === 0 ? sum : sum.map((value) => (value * sure) / (length * total));
}
