import { isJsonObject } from '../../../base/json.ts';
import type { Dialect } from '../dialect.ts';
import { joinPath } from '../places.ts';
import { keepProgramVariables } from './program-variables.ts';
import { stdioEntry } from './stdio-entry.ts';

/**
 * Cursor: `~/.cursor/mcp.json`, and `.cursor/mcp.json` of a project. Which servers are off, and which tools run without
 * asking, is not in these files.
 */
export const cursor: Dialect = {
  id: 'cursor',
  title: 'Cursor',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)\.cursor\/mcp\.json$/,
  files: (places) => ({
    user: [joinPath(places, places.userFolder, '.cursor', 'mcp.json')],
    project: [joinPath(places, places.cwd, '.cursor', 'mcp.json')],
  }),
  keys: {},
  stays: ({ auth }) =>
    isJsonObject(auth) ? "signs in with a browser, which Callslip can't do yet; it stays in Cursor" : undefined,
  reshape: keepProgramVariables,
  ownEntry: stdioEntry,
  toolSearch: {
    does: 'Cursor keeps the descriptions of MCP tools in files, and its agent reads them when it thinks of them.',
    advice:
      'if the agent overlooks your tools, write a rule in .cursor/rules: look for tools with tool_search of the server callslip',
  },
};
