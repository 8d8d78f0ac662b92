import type { Dialect } from '../dialect.ts';
import { joinPath, type Places, settingsFolder } from '../places.ts';
import { keepProgramVariables } from './program-variables.ts';
import { stdioEntry } from './stdio-entry.ts';

const FILE = 'claude_desktop_config.json';

/**
 * Claude Desktop: `claude_desktop_config.json` in its folder of settings. There are no files of projects. It starts programs
 * from this file only; remote servers are added in its own settings, as connectors, and are in no file.
 */
export const claudeDesktop: Dialect = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)claude_desktop_config\.json$/,
  files: (places) => ({
    user: [...packagedFiles(places), joinPath(places, settingsFolder(places), 'Claude', FILE)],
    project: [],
  }),
  keys: {},
  reshape: keepProgramVariables,
  ownEntry: stdioEntry,
  toolSearch: {
    does: 'Claude Desktop decides for each conversation which tools it loads at once and which it looks for later.',
    advice:
      'if it does not use tool_search: in the menu of a conversation, under Connectors, set the tool access to always available',
  },
};

/**
 * Where the app of the Windows package keeps its files; the plain folder is then of no use to it, but may still be there. The
 * name behind `Claude_` is the publisher's and the same everywhere.
 */
function packagedFiles(places: Places): readonly string[] {
  if (places.platform !== 'win32') return [];
  const local = places.environment['LOCALAPPDATA'] || joinPath(places, places.userFolder, 'AppData', 'Local');
  return [joinPath(places, local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', FILE)];
}
