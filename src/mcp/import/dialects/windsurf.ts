import type { Dialect } from '../dialect.ts';
import { joinPath } from '../places.ts';
import { keepProgramVariables } from './program-variables.ts';
import { stdioEntry } from './stdio-entry.ts';

/**
 * Windsurf, called Devin Desktop since June 2026: `mcp_config.json` in `~/.codeium/windsurf`; its preview and its plugin for
 * JetBrains have folders of their own. There are no files of projects.
 */
export const windsurf: Dialect = {
  id: 'windsurf',
  title: 'Windsurf',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)\.codeium\/(?:windsurf(?:-next)?\/)?mcp_config\.json$/,
  files: (places) => ({
    user: [['windsurf'], ['windsurf-next'], []].map((folder) =>
      joinPath(places, places.userFolder, '.codeium', ...folder, 'mcp_config.json'),
    ),
    project: [],
  }),
  keys: {},
  reshape: keepProgramVariables,
  ownEntry: stdioEntry,
};
