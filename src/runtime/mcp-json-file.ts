import path from 'node:path';
import { shownValue, writtenMember } from '../base/config/config-warning.ts';
import type { JsonObject } from '../base/json.ts';
import { readText } from './config-file.ts';
import { expandTilde } from './home.ts';

/** A file of servers, an `mcp.json` or any other client's, that the configuration or the command line names. */
export interface McpJsonFile {
  /** Absolute. */
  readonly file: string;
  /** Absent when there is no such file. */
  readonly content: string | undefined;
}

/**
 * Reads the files by their names, relative ones from `folder`.
 *
 * @throws CallslipError `invalid-config` for one that is there and can't be read.
 */
export function readMcpJsonFiles(names: readonly string[], folder: string): Promise<readonly McpJsonFile[]> {
  return Promise.all(
    names.map(async (name) => {
      const file = path.resolve(folder, expandTilde(name));
      return { file, content: await readText(file) };
    }),
  );
}

/** The names under `mcp_json`: one, or a list. What is no name is left out; {@link mcpJsonFault} tells of it. */
export function mcpJsonNames(values: JsonObject): readonly string[] {
  return namesUnder(values).filter(isName);
}

/** What can't be used under `mcp_json`; absent when there is nothing wrong. */
export function mcpJsonFault(values: JsonObject): string | undefined {
  const unusable = namesUnder(values).filter((name) => !isName(name));
  if (unusable.length === 0) return undefined;
  return `mcp_json holds ${unusable.map(shownValue).join(', ')}, which is no name of a file`;
}

function namesUnder(values: JsonObject): readonly unknown[] {
  const written = writtenMember(values, 'mcp_json');
  if (written === undefined) return [];
  return Array.isArray(written) ? written : [written];
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.trim() !== '';
}
