import { parseArgs } from 'node:util';
import { indexBags } from '../../bench/peers/bm25.ts';
import { halvesOf, sampleOf } from '../../bench/retrieval/halves.ts';
import { queriesOfSet } from '../../bench/retrieval/labelled.ts';
import { mean } from '../../bench/retrieval/probe.ts';
import { openVectors, type Vectors } from '../../src/disclosure/related/vocabulary/vectors.ts';
import { ndcgAt, recallAt } from '../../src/eval/measures.ts';
import { type ToolText, textsOfSet, wholeText } from './catalogue-texts.ts';
import { learnVectors } from './learn-vectors.ts';
import { packVectors } from './pack-vectors.ts';
import { stemsIn } from './vocabulary-words.ts';
import { bagOf, dot, type Matrix, normalise, sumOf } from './word-bag.ts';
import { openEmbeddings } from './word-embeddings.ts';

const USAGE = 'Usage: npx tsx scripts/vocabulary/measure-vectors.ts --packages FOLDER [--half test] [--all]';
const SETS = ['azure-mcp', 'livemcpbench-steps', 'metatool', 'bfcl-live', 'acebench-en'];
const QUERIES = 600;
/** How much a tool's nearness counts beside its BM25 score, both as shares of the best tool's. */
const NEARNESS_SHARES = [0, 0.4, 0.8, 1.2];
const BM25 = { k1: 1.2, b: 0.75 };
const NAME_WEIGHT = 3;

/** Prints how much the vectors add to BM25 on each set, learned without that set (or, with `--all`, with it). */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      packages: { type: 'string' },
      half: { type: 'string', default: 'training' },
      all: { type: 'boolean', default: false },
    },
  });
  const { packages, half, all } = values;
  if (packages === undefined || (half !== 'training' && half !== 'test')) throw new Error(USAGE);
  const source = await openEmbeddings(packages);
  const learnedFromAll = all ? openVectors(packVectors(await learnVectors(source, []))) : undefined;
  const rows: number[][] = [];
  for (const set of SETS) {
    const vectors = learnedFromAll ?? openVectors(packVectors(await learnVectors(source, [set])));
    const figures = await measure(set, half, vectors);
    rows.push(figures);
    console.log(set.padEnd(20), figures.map((figure) => figure.toFixed(4)).join(' '));
  }
  console.log(`nDCG@10, then recall@5, with nearness counting ${NEARNESS_SHARES.join(', ')}; mean of the sets:`);
  console.log(
    ''.padEnd(20),
    (rows[0] ?? []).map((_, at) => mean(rows.map((row) => row[at] ?? 0)).toFixed(4)).join(' '),
  );
}

async function measure(set: string, half: 'training' | 'test', vectors: Vectors): Promise<number[]> {
  const tools = await textsOfSet(set);
  const score = scorerOf(tools, vectors);
  const queries = sampleOf(halvesOf(set, await queriesOfSet(set))[half], QUERIES);
  const measured = queries.map(({ query, gold }) => {
    const { lexical, nearness } = score(query);
    const rankings = NEARNESS_SHARES.map((share) =>
      tools
        .map(({ label }, i) => ({ label, score: (lexical[i] as number) + share * (nearness[i] as number) }))
        .filter((tool) => tool.score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ label }) => label),
    );
    const right = new Set(gold);
    return [...rankings.map((each) => ndcgAt(10, each, right)), ...rankings.map((each) => recallAt(5, each, right))];
  });
  return (measured[0] ?? []).map((_, at) => mean(measured.map((figures) => figures[at] ?? 0)));
}

/** Scores all tools for a query, as shares of the best: by BM25, and by the angle to the query. */
function scorerOf(
  tools: readonly ToolText[],
  { dimensions, rows, scale, find }: Vectors,
): (query: string) => { readonly lexical: Float64Array; readonly nearness: Float64Array } {
  const matrix: Matrix = { width: dimensions, values: Float32Array.from(rows, (value) => value * scale) };
  const directionOf = (stems: readonly string[]) => {
    const direction = sumOf(
      bagOf(stems, (stem) => (find(stem) < 0 ? undefined : find(stem))),
      matrix,
    );
    normalise(direction);
    return direction;
  };
  const directions = tools.map((tool) => {
    const name = stemsIn(tool.name);
    return directionOf([...name, ...name, ...new Set(stemsIn(wholeText(tool)))]);
  });
  const index = indexBags(tools.map(weightedStems));
  return (query) => {
    const stems = [...new Set(stemsIn(query))];
    const lexical = new Float64Array(tools.length);
    for (const { document, score } of index.search(stems, BM25, tools.length)) lexical[document] = score;
    const asked = directionOf(stems);
    const nearness = Float64Array.from(directions, (direction) => Math.max(0, dot(direction, asked)));
    return { lexical: shares(lexical), nearness: shares(nearness) };
  };
}

function weightedStems(tool: ToolText): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of stemsIn(text)) bag.set(stem, (bag.get(stem) ?? 0) + weight);
  };
  add(wholeText(tool), 1);
  add(tool.name, NAME_WEIGHT - 1);
  return bag;
}

function shares(scores: Float64Array): Float64Array {
  const most = scores.reduce((best, score) => Math.max(best, score), 0) || 1;
  return scores.map((score) => score / most);
}

await main();
