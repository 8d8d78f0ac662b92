import path from 'node:path';
import type { Environment } from '../mcp/entries/expand-variables.ts';
import { readMcpJson } from '../mcp/entries/mcp-json.ts';
import type { ServerEntries } from '../mcp/entries/server-entries.ts';
import { projectFolderOf } from '../mcp/import/project-folder.ts';
import { placesOf } from './places-of.ts';

/**
 * The servers of a client's file, whichever client's it is. Never throws.
 *
 * @param file absolute.
 * @param content absent when there is no such file.
 */
export function mcpJsonServers(file: string, content: string | undefined, environment: Environment): ServerEntries {
  if (content !== undefined) {
    const places = placesOf({ cwd: path.dirname(file), environment });
    return readMcpJson(content, environment, file, { places, projectFolder: projectFolderOf(file, places) });
  }
  const remedy = 'correct the name, or leave it out';
  return {
    servers: [],
    problems: [{ label: '', path: file, message: `${file} does not exist`, remedy, severity: 'error' }],
  };
}
