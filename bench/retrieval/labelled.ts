import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { textResult } from '../../src/base/call/tool-result.ts';
import { toolFromRecord } from '../../src/registry/tool/from-record.ts';
import { readRecord } from '../../src/registry/tool/read-record.ts';
import type { Tool, ToolDefinition } from '../../src/registry/tool/tool.ts';

/** The sets of `bench/data` that have labelled queries. */
export const LABELLED_SETS = [
  'azure-mcp',
  'livemcpbench-steps',
  'metatool',
  'bfcl-live',
  'acebench-en',
  'acebench-zh',
] as const;

/** A request somebody made, and the tools that are right for it, by the names the set uses. */
export interface LabelledQuery {
  readonly query: string;
  readonly gold: readonly string[];
}

/** A tool of a set, and what the set's labels call it. */
export interface SetTool {
  readonly label: string;
  readonly tool: ToolDefinition;
}

const answer: Tool['execute'] = async () => textResult('done');

/** All tools of a set of `bench/data`, in its order. */
export async function toolsOfSet(set: string): Promise<readonly SetTool[]> {
  const records = await linesOf(set, 'tools');
  return records.map((value) => {
    const read = readRecord(value);
    if (!read.ok) throw new Error(`${set}: ${read.name}: ${read.reason}`);
    const tool = toolFromRecord(read.record, answer) as ToolDefinition;
    return { label: (value as { readonly name: string }).name, tool };
  });
}

/** All queries of a labelled set, in its order. */
export async function queriesOfSet(set: string): Promise<readonly LabelledQuery[]> {
  return (await linesOf(set, 'queries')) as readonly LabelledQuery[];
}

/** The queries that were written for this project; `gold` is empty where nothing is right. */
export async function writtenQueries(
  file: 'keywords' | 'unanswerable' | 'chinese' | 'sentences',
): Promise<readonly LabelledQuery[]> {
  const text = await readFile(new URL(`../data/${file}.jsonl`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => ({ gold: [], ...(JSON.parse(line) as { readonly query: string }) }));
}

async function linesOf(set: string, file: string): Promise<readonly unknown[]> {
  const packed = await readFile(new URL(`../data/${set}/${file}.jsonl.gz`, import.meta.url));
  const lines = gunzipSync(packed).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}
