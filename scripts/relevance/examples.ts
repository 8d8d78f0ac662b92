import { type BenchTools, benchTools } from '../../bench/retrieval/catalogue.ts';
import { halvesOf, sampleOf } from '../../bench/retrieval/halves.ts';
import { LABELLED_SETS, queriesOfSet, toolsOfSet } from '../../bench/retrieval/labelled.ts';
import type { TermCorpus } from '../../src/disclosure/related/corpus/term-corpus.ts';
import type { Features } from '../../src/disclosure/related/features.ts';
import { type Scored, scoreRelated, toolAt } from '../../src/disclosure/related/find-related.ts';
import type { RequestWord } from '../../src/disclosure/related/request.ts';

/** The closest documents of one request of a training half, and which of them are right. */
export interface Example {
  readonly set: string;
  readonly candidates: readonly { readonly features: Features; readonly isRight: boolean }[];
}

/** One request put to one catalogue, and what the scorer made of it. */
export interface Trial {
  /** The set that the request is from. */
  readonly from: string;
  /** The set that the catalogue is of; another one has no answer. */
  readonly to: string;
  readonly corpus: TermCorpus;
  readonly words: readonly RequestWord[];
  readonly best: Scored | undefined;
}

const REQUESTS = 140;
const STRANGERS = 70;

/** Requests and catalogues that have nothing to do with each other. */
const STRANGE: readonly (readonly [from: string, to: string])[] = [
  ...['metatool', 'bfcl-live', 'acebench-en'].flatMap((from) =>
    ['azure-mcp', 'github-mcp-server', 'github-rest-openapi'].map((to) => [from, to] as const),
  ),
  ...['azure-mcp', 'github-mcp-server'].map((to) => ['acebench-zh', to] as const),
  ['azure-mcp', 'metatool'],
];

const opened = new Map<string, Promise<BenchTools>>();

/** A set's tools, opened once. */
export function openSet(set: string): Promise<BenchTools> {
  const tools = opened.get(set) ?? toolsOfSet(set).then(benchTools);
  opened.set(set, tools);
  return tools;
}

/** Examples for the ranking. */
export async function rankingExamples(): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const set of LABELLED_SETS) {
    const { catalog, labelOf } = await openSet(set);
    for (const { query, gold } of await trainingOf(set, REQUESTS)) {
      const { corpus, scored } = await scoreRelated(catalog, query);
      const candidates = scored.map(({ document, features }) => ({
        features,
        isRight: gold.includes(labelOf(toolAt(corpus, document))),
      }));
      if (candidates.some(({ isRight }) => isRight)) examples.push({ set, candidates });
    }
  }
  return examples;
}

/** Trials for the confidence: requests put to their own catalogue, and to strange ones. */
export async function confidenceTrials(): Promise<readonly Trial[]> {
  const own = LABELLED_SETS.map((set) => ({ from: set as string, to: set as string, most: REQUESTS }));
  const strange = STRANGE.map(([from, to]) => ({ from, to, most: STRANGERS }));
  const trials: Trial[] = [];
  for (const { from, to, most } of [...own, ...strange]) {
    const { catalog } = await openSet(to);
    for (const { query } of await trainingOf(from, most)) {
      const { corpus, words, scored } = await scoreRelated(catalog, query);
      trials.push({ from, to, corpus, words, best: scored[0] });
    }
  }
  return trials;
}

async function trainingOf(set: string, most: number) {
  return sampleOf(halvesOf(set, await queriesOfSet(set)).training, most);
}
