import { type BenchTools, benchTools } from '../../bench/retrieval/catalogue.ts';
import { DOMAIN_PAIRS } from '../../bench/retrieval/domains.ts';
import { everyOther, halvesOf, sampleOf } from '../../bench/retrieval/halves.ts';
import {
  LABELLED_SETS,
  type LabelledQuery,
  queriesOfSet,
  type SetTool,
  toolsOfSet,
  writtenQueries,
} from '../../bench/retrieval/labelled.ts';
import type { Catalog } from '../../src/disclosure/catalog/catalog.ts';
import type { TermCorpus } from '../../src/disclosure/related/corpus/term-corpus.ts';
import type { Features } from '../../src/disclosure/related/features.ts';
import { type Scored, scoreRelated, toolAt } from '../../src/disclosure/related/find-related.ts';
import type { RequestWord } from '../../src/disclosure/related/request.ts';
import { firstSentence } from '../../src/eval/self/own-words.ts';

/** The closest documents of one request of a training half, and which of them are right. */
export interface Example {
  readonly set: string;
  readonly candidates: readonly { readonly features: Features; readonly isRight: boolean }[];
}

/** One request put to one catalogue, and what the scorer made of it. */
export interface Trial {
  /** Trials that count together. */
  readonly group: string;
  /** Whether the catalogue has an answer. */
  readonly hasAnswer: boolean;
  /** Sets that the request and the catalogue are of. */
  readonly sets: readonly string[];
  readonly corpus: TermCorpus;
  readonly words: readonly RequestWord[];
  readonly best: Scored | undefined;
}

const REQUESTS = 140;
const STRANGERS = 60;

/** Sets of tools that have nothing to do with what requests in Chinese are about. */
const STRANGE_TO_CHINESE = ['azure-mcp', 'github-mcp-server'];

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

/**
 * Trials for the confidence: requests put to tools of their own set, and to those of another domain. Each twice, to the tools
 * as they are and cut to one line, so that short texts are no sign of a certain set.
 */
export async function confidenceTrials(): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  const put = async (from: string, to: string, queries: readonly LabelledQuery[], tools: readonly SetTool[]) => {
    for (const [form, held] of [['whole', tools] as const, ['cut', tools.map(cutToOneLine)] as const]) {
      const { catalog } = benchTools(held);
      for (const { query } of queries) trials.push(await tryOut(`${from} > ${to} ${form}`, [from, to], catalog, query));
    }
  };
  for (const set of LABELLED_SETS) await put(set, set, await trainingOf(set, REQUESTS), await toolsOfSet(set));
  for (const { from, isAsked, to, isThere } of DOMAIN_PAIRS) {
    const asked = await trainingOf(from, STRANGERS, isAsked);
    await put(
      from,
      to,
      asked,
      (await toolsOfSet(to)).filter(({ label }) => isThere(label)),
    );
  }
  for (const to of STRANGE_TO_CHINESE) {
    await put('acebench-zh', to, await trainingOf('acebench-zh', STRANGERS), await toolsOfSet(to));
  }
  return [...trials, ...(await sentenceTrials())];
}

/** Short sentences, with an answer that the scorer finds, or without one. */
async function sentenceTrials(): Promise<readonly Trial[]> {
  const { catalog, labelOf } = await openSet('livemcpbench-steps');
  const written = await writtenQueries('sentences');
  const trials: Trial[] = [];
  for (const hasAnswer of [true, false]) {
    const asked = written.filter(({ gold }) => gold.length > 0 === hasAnswer);
    for (const { query, gold } of everyOther(asked, 'training')) {
      const { corpus, words, scored } = await scoreRelated(catalog, query);
      const isFound = scored.slice(0, 5).some(({ document }) => gold.includes(labelOf(toolAt(corpus, document))));
      if (hasAnswer && !isFound) continue;
      const group = hasAnswer ? 'sentences' : 'sentences without an answer';
      trials.push({ group, hasAnswer, sets: ['livemcpbench-steps'], corpus, words, best: scored[0] });
    }
  }
  return trials;
}

/** The requests that were written to have no answer among the tools they are put to. */
export async function unanswerableTrials(): Promise<readonly Trial[]> {
  const { catalog } = await openSet('livemcpbench-steps');
  const trials: Trial[] = [];
  for (const { query } of await writtenQueries('unanswerable')) {
    trials.push(await tryOut('unanswerable', [], catalog, query));
  }
  return trials;
}

async function tryOut(group: string, sets: readonly [string, string] | [], catalog: Catalog, query: string) {
  const { corpus, words, scored } = await scoreRelated(catalog, query);
  return { group, hasAnswer: sets.length > 0 && sets[0] === sets[1], sets, corpus, words, best: scored[0] };
}

/** The tool with the first sentence of its description, and no parameters. */
function cutToOneLine({ label, tool }: SetTool): SetTool {
  return { label, tool: { ...tool, description: firstSentence(tool), inputSchema: { type: 'object' } } };
}

async function trainingOf(set: string, most: number, isAsked: (label: string) => boolean = () => true) {
  const { training } = halvesOf(set, await queriesOfSet(set));
  return sampleOf(
    training.filter(({ gold }) => gold.every(isAsked)),
    most,
  );
}
