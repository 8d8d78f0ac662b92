import path from 'node:path';
import type { Json, JsonObject } from '../base/json.ts';
import { readText } from './config-file.ts';
import { expandTilde } from './home.ts';

/** An `mcp.json` that the configuration or the command line names. */
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

/** The names under `mcp_json`: one, or a list. Anything that is no name is left out. */
export function mcpJsonNames(values: JsonObject): readonly string[] {
  const written = values['mcp_json'];
  const names: readonly Json[] = Array.isArray(written) ? written : [written as Json];
  return names.filter((name): name is string => typeof name === 'string' && name !== '');
}
