import { halvesOf } from '../../bench/retrieval/halves.ts';
import { queriesOfSet, type SetTool, toolsOfSet } from '../../bench/retrieval/labelled.ts';
import { isJsonObject, type Json } from '../../src/base/json.ts';
import { englishStems } from './english-words.ts';

/** Every catalogue of `bench/data`. */
const CATALOGUES = [
  'docker-mcp-registry',
  'github-mcp-server',
  'azure-mcp',
  'github-rest-openapi',
  'gorilla-apizoo',
  'livemcpbench-steps',
  'metatool',
  'bfcl-live',
  'acebench-en',
  'acebench-zh',
] as const;

/** The sets whose tools have English names and are, all or some, described in Chinese. */
const PARALLEL_SETS = ['acebench-zh', 'livemcpbench-steps'];

/** A Chinese text, and an English name that says the same. */
export interface ParallelText {
  readonly chinese: string;
  readonly english: string;
}

/** A tool's name or description, or those of one of its parameters. */
interface Described {
  readonly name: string;
  readonly description: string;
}

/** How many tools of all catalogues have each English stem, in their names and descriptions or in those of parameters. */
export async function catalogueStems(without: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const set of CATALOGUES.filter((name) => !without.includes(name))) {
    for (const tool of await toolsOfSet(set)) {
      const stems = describedIn(tool).flatMap(({ name, description }) => englishStems(`${name} ${description}`));
      for (const word of new Set(stems)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** What may be learned from: tools, and their parameters, that are right for no query of a test half. */
export async function parallelTexts(without: readonly string[]): Promise<readonly ParallelText[]> {
  const found = new Map<string, ParallelText>();
  for (const set of PARALLEL_SETS.filter((name) => !without.includes(name))) {
    const measuredOn = new Set(halvesOf(set, await queriesOfSet(set)).test.flatMap(({ gold }) => gold));
    for (const tool of (await toolsOfSet(set)).filter(({ label }) => !measuredOn.has(label))) {
      for (const { name, description } of describedIn(tool)) {
        const text = { chinese: description, english: name };
        if (/[\u4e00-\u9fff]/.test(description)) found.set(JSON.stringify(text), text);
      }
    }
  }
  return [...found.values()];
}

function describedIn({ tool }: SetTool): readonly Described[] {
  // A letter alone at the end tells copies of one tool apart and stands in no description.
  const name = tool.source.toolName.replace(/_[A-Za-z]$/, '');
  return [{ name, description: tool.description }, ...parametersOf(tool.inputSchema, 0)];
}

function parametersOf(schema: Json | undefined, depth: number): Described[] {
  if (!isJsonObject(schema) || depth > 8) return [];
  const { properties, items } = schema;
  const own = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, parameter]) => {
    if (!isJsonObject(parameter)) return [];
    const { description } = parameter;
    const text = typeof description === 'string' ? description : '';
    return [{ name, description: text }, ...parametersOf(parameter, depth + 1)];
  });
  return [...own, ...parametersOf(items, depth + 1)];
}
