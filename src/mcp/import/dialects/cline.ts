import type { Dialect } from '../dialect.ts';
import { joinPath, type Places, settingsFolder } from '../places.ts';
import { keepProgramVariables } from './program-variables.ts';
import { stdioEntry } from './stdio-entry.ts';

const FILE = 'cline_mcp_settings.json';

/** Editors that Cline is an extension of, each with a folder of settings of this name. */
const EDITORS = ['Code', 'Code - Insiders', 'Cursor', 'VSCodium', 'Windsurf'];

/**
 * Cline: `cline_mcp_settings.json`, where `CLINE_MCP_SETTINGS_PATH` says; else in the folder that its command line and its
 * newer extensions share; else in the storage of the extension. There are no files of projects.
 */
export const cline: Dialect = {
  id: 'cline',
  title: 'Cline',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)cline_mcp_settings\.json$/,
  files: (places) => ({ user: [...namedFile(places), sharedFile(places), ...extensionFiles(places)], project: [] }),
  // Seconds here, unlike with most.
  keys: { timeout: { own: 'call_timeout' } },
  reshape: keepProgramVariables,
  // It gives up a call after a minute unless told otherwise, and takes an hour at most; here each server has its own limit.
  ownEntry: (launch) => ({
    type: 'stdio',
    ...stdioEntry(launch),
    disabled: false,
    autoApprove: [],
    timeout: 3600,
  }),
};

function namedFile({ environment }: Places): readonly string[] {
  const named = environment['CLINE_MCP_SETTINGS_PATH'];
  return named ? [named] : [];
}

function sharedFile(places: Places): string {
  const folder = places.environment['CLINE_DIR'] || joinPath(places, places.userFolder, '.cline');
  return joinPath(places, folder, 'data', 'settings', FILE);
}

function extensionFiles(places: Places): readonly string[] {
  const storage = ['User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', FILE];
  return EDITORS.map((editor) => joinPath(places, settingsFolder(places), editor, ...storage));
}
