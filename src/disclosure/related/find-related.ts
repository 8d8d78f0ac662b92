import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isAscii } from '../search/tokenise.ts';
import { findCandidates } from './candidates.ts';
import { type Signs, signsOf } from './confidence.ts';
import { type Evidence, examine, type Features, type Request } from './features.ts';
import { groupOf, openTerms, type TermCorpus } from './index/term-corpus.ts';
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

/** The tools that a request may mean, best first; none where even the best says too little. */
export async function findRelated(catalog: Catalog, request: string, limit: number): Promise<readonly RelatedTool[]> {
  const { corpus, words, scored } = await scoreRelated(catalog, request);
  const [first] = scored;
  if (first === undefined || !isConfident(signsOf(corpus, words, first))) return [];
  return scored
    .slice(0, limit)
    .map((found) => ({ tool: toolAt(corpus, found.document), reason: reasonFor(found, words) }));
}

/** All documents that were looked at closely, best first, whatever their score. */
export async function scoreRelated(
  catalog: Catalog,
  request: string,
): Promise<{
  readonly corpus: TermCorpus;
  readonly words: readonly RequestWord[];
  readonly scored: readonly Scored[];
}> {
  const vectors = await loadVectors();
  const chinese = hasHan(request) ? await loadChinese() : undefined;
  const corpus = openTerms(catalog, vectors);
  const words = readRequest(request, corpus, vectors, chinese);
  const read: Request = { words, meaning: meaningOf(words, vectors), likeness: wordLikeness(words, vectors) };
  const documents = findCandidates(corpus, words, read.meaning, vectors);
  const scored = examine(corpus, read, documents, vectors)
    .map((evidence) => ({ ...evidence, score: scoreOf(evidence.features) }))
    .sort((a, b) => b.score - a.score || a.document - b.document);
  return { corpus, words, scored };
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
