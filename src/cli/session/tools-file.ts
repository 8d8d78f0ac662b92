import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type ParseError, parse } from 'jsonc-parser';
import { failure } from '../../base/call/tool-result.ts';
import { CallslipError, messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { jsonFaultWords } from '../../documents/json/json-fault-words.ts';
import type { Registry } from '../../registry/registry.ts';
import type { DroppedTool } from '../../registry/source.ts';
import { toolFromRecord } from '../../registry/tool/from-record.ts';
import { readRecord, type ToolRecord } from '../../registry/tool/read-record.ts';
import type { Tool } from '../../registry/tool/tool.ts';

/** More than any catalogue; less than what a small file that was packed with ill will could become. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The tools that a file says one source has. */
export interface FileSource {
  /** Empty for tools of which the file names no source. */
  readonly label: string;
  readonly records: readonly ToolRecord[];
  /** Entries that are no tools, by their place in the file. */
  readonly dropped: readonly DroppedTool[];
}

interface Entry {
  readonly value: unknown;
  /** `line 3`, or `entry 3` of a list. */
  readonly place: string;
}

/**
 * Reads tool definitions: JSON (a `tools/list` result, or a list in MCP's or OpenAI's form), or JSONL with one tool a
 * line; packed with gzip or not. Sources come in the order in which the file first names them.
 *
 * @throws CallslipError `invalid-tools-file`, naming the file and the line, when it can't be read.
 */
export async function readToolsFile(file: string): Promise<readonly FileSource[]> {
  const entries = entriesOf(await readText(file), file);
  if (entries.length === 0) throw invalid(file, 'it holds no tool');
  const sources = new Map<string, { records: ToolRecord[]; dropped: DroppedTool[] }>();
  for (const { value, place } of entries) {
    const read = readRecord(value);
    const label = (read.ok ? read.record.source : sourceOf(value)) ?? '';
    const source = sources.get(label) ?? { records: [], dropped: [] };
    sources.set(label, source);
    if (read.ok) source.records.push(read.record);
    else source.dropped.push({ name: read.name, reason: `${read.reason} (${place} of the file)` });
  }
  return [...sources].map(([label, source]) => ({ label, ...source }));
}

/** Registers what a file holds, one source a label. Its tools can be found and described, but not called. */
export function registerFileSources(registry: Registry, sources: readonly FileSource[], file: string): void {
  sources.forEach(({ label, records, dropped }, order) => {
    const handle = registry.open({ kind: label === '' ? 'other' : 'mcp', label, order });
    handle.replace(
      records.map((record) => toolFromRecord(record, refuse(record.name, file))),
      { dropped },
    );
    handle.setState('ready');
  });
}

function refuse(name: string, file: string): Tool['execute'] {
  return async () =>
    failure({
      code: 'not-callable',
      message: `${name} is only a definition from ${file}; there is no server behind it`,
      hint: 'configure its server under mcp_servers and leave out --tools to call it',
    });
}

async function readText(file: string): Promise<string> {
  try {
    return await readPackedText(file);
  } catch (error) {
    throw invalid(file, `it can't be read: ${messageOf(error)}`, error);
  }
}

/** The text of a file, packed with gzip or not. Rejects as the system does. */
export async function readPackedText(file: string): Promise<string> {
  const bytes = await readFile(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString('utf8').replace(/^\uFEFF/, '');
}

function entriesOf(text: string, file: string): readonly Entry[] {
  if (isLines(text, file)) return linesOf(text, file);
  const list = listIn(parseWhole(text, file));
  if (list === undefined)
    throw invalid(file, 'it is neither a list of tools, nor a tools/list result, nor one tool a line');
  return list.map((value, index) => ({ value, place: `entry ${index + 1}` }));
}

/** One value a line: by the name, or because the first line is a whole object and there are more. */
function isLines(text: string, file: string): boolean {
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(file)) return true;
  const [first, ...rest] = text.split('\n', 3).filter((line) => line.trim() !== '');
  return first !== undefined && rest.length > 0 && isJsonObject(parsed(first));
}

function linesOf(text: string, file: string): readonly Entry[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `line ${index + 1}`;
    const value = parsed(line);
    if (value === undefined) throw invalid(`${file}:${index + 1}`, 'the line is no JSON value');
    return [{ value, place }];
  });
}

function parseWhole(text: string, file: string): unknown {
  const value = parsed(text);
  if (value !== undefined) return value;
  const errors: ParseError[] = [];
  try {
    parse(text, errors);
  } catch (error) {
    // Nested so deeply that the parser runs out of stack.
    throw invalid(file, messageOf(error), error);
  }
  const [first] = errors;
  const words = first === undefined ? ' is not JSON' : jsonFaultWords(text, first);
  throw new CallslipError('invalid-tools-file', `${file}${words}`, { data: { file } });
}

/** The list in a `tools/list` result, also in the whole answer; a list as it is; a single tool as a list of one. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  if (Array.isArray(value['tools'])) return value['tools'];
  const { result } = value;
  if (isJsonObject(result) && Array.isArray(result['tools'])) return result['tools'];
  return readRecord(value).ok ? [value] : undefined;
}

function sourceOf(value: unknown): string | undefined {
  const source = isJsonObject(value) ? value['source'] : undefined;
  return typeof source === 'string' ? source : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(place: string, what: string, cause?: unknown): CallslipError {
  return new CallslipError('invalid-tools-file', `${place}: ${what}`, {
    data: { file: place },
    ...(cause === undefined ? {} : { cause }),
  });
}
