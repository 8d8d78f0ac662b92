import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { textResult } from '../src/base/call/tool-result.ts';
import { toolFromRecord } from '../src/registry/tool/from-record.ts';
import { readRecord, type ToolRecord } from '../src/registry/tool/read-record.ts';
import type { Tool } from '../src/registry/tool/tool.ts';

/** The sets in `bench/data`, those of real MCP servers first. */
const SETS = ['docker-mcp-registry', 'github-mcp-server', 'azure-mcp', 'github-rest-openapi', 'gorilla-apizoo'];

/** Tools in a catalogue, as the figures are given. */
export const SIZES: readonly number[] = [100, 1_000, 5_000];

/** Tools of the server that is listed again with one new tool. */
export const CHANGED_SERVER_TOOLS = 50;

/** One server's tools, as definitions that were read and not registered yet. */
export interface BenchSource {
  readonly label: string;
  readonly records: readonly ToolRecord[];
}

/** A catalogue of real tools, and real tools that are not in it. */
export interface BenchCatalogue {
  readonly size: number;
  readonly sources: readonly BenchSource[];
  /** Distinct from every tool of the catalogue. */
  readonly spare: readonly ToolRecord[];
}

/** The same function for every tool, as a source keeps it when it lists a tool again. */
const answer: Tool['execute'] = async () => textResult('done');

/** Fresh tools of a source, as an MCP server's are handed to the registry: with the entry each came in. */
export function toolsOf({ label, records }: BenchSource): readonly Tool[] {
  return records.map(({ name, description, inputSchema, ...rest }) => {
    const entry = { name, description, inputSchema };
    return { ...toolFromRecord({ ...rest, ...entry, source: label }, answer), wire: entry };
  });
}

/**
 * The first `size` tools of the sets that differ in their published names, one source a server. No tool comes twice:
 * the sets hold more than 5,000.
 */
export async function loadCatalogue(size: number): Promise<BenchCatalogue> {
  const records = await distinctRecords();
  if (records.length <= size) throw new Error(`the sets hold ${records.length} distinct tools, not more than ${size}`);
  return { size, sources: bySource(records.slice(0, size)), spare: records.slice(size) };
}

/**
 * A catalogue of `size` tools in which the last server has {@link CHANGED_SERVER_TOOLS}, for listing that one again.
 */
export async function loadWithSmallServer(size: number): Promise<BenchCatalogue & { readonly server: BenchSource }> {
  const { sources, spare } = await loadCatalogue(size - CHANGED_SERVER_TOOLS);
  const server = { label: 'changing', records: spare.slice(0, CHANGED_SERVER_TOOLS) };
  return { size, sources: [...sources, server], server, spare: spare.slice(CHANGED_SERVER_TOOLS) };
}

let everything: Promise<readonly ToolRecord[]> | undefined;

/** Read once a process. */
function distinctRecords(): Promise<readonly ToolRecord[]> {
  everything ??= readRecords();
  return everything;
}

async function readRecords(): Promise<readonly ToolRecord[]> {
  const sets = await Promise.all(SETS.map(readSet));
  return [...new Map(sets.flat().map((record) => [toolFromRecord(record, answer).name, record])).values()];
}

async function readSet(set: string): Promise<readonly ToolRecord[]> {
  const packed = await readFile(new URL(`./data/${set}/tools.jsonl.gz`, import.meta.url));
  const lines = gunzipSync(packed).toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const read = line === '' ? undefined : readRecord(JSON.parse(line));
    return read?.ok ? [read.record] : [];
  });
}

function bySource(records: readonly ToolRecord[]): readonly BenchSource[] {
  const sources = new Map<string, ToolRecord[]>();
  for (const record of records) {
    const label = record.source ?? 'other';
    const held = sources.get(label);
    if (held === undefined) sources.set(label, [record]);
    else held.push(record);
  }
  return [...sources].map(([label, held]) => ({ label, records: held }));
}
