import path from 'node:path';
import { shownValue, writtenMember } from '../base/config/config-warning.ts';
import type { JsonObject } from '../base/json.ts';
import type { Environment } from '../mcp/entries/expand-variables.ts';
import type { ServerEntries } from '../mcp/entries/server-entries.ts';
import { readText } from './config-file.ts';
import { expandTilde } from './home.ts';

/** A file of servers, an `mcp.json` or any other client's, that the configuration or the command line names. */
export interface McpJsonFile {
  /** Absolute. */
  readonly file: string;
  /** Absent when there is no such file. */
  readonly content: string | undefined;
  /** Its servers, variables filled in. Never throws: what is wrong with it is told. */
  readonly servers: (environment: Environment) => ServerEntries;
}

/**
 * Reads the files by their names, relative ones from `folder`.
 *
 * @throws CallslipError `invalid-config` for one that is there and can't be read.
 */
export async function readMcpJsonFiles(names: readonly string[], folder: string): Promise<readonly McpJsonFile[]> {
  if (names.length === 0) return [];
  // Every dialect and language comes with it, which most configurations never need.
  const { mcpJsonServers } = await import('./mcp-json-servers.ts');
  return Promise.all(
    names.map(async (name) => {
      const file = path.resolve(folder, expandTilde(name));
      const content = await readText(file);
      return { file, content, servers: (environment) => mcpJsonServers(file, content, environment) };
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
