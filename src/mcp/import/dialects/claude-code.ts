import { isJsonObject } from '../../../base/json.ts';
import type { Dialect } from '../dialect.ts';
import { joinPath } from '../places.ts';
import { stdioEntry } from './stdio-entry.ts';

/**
 * Claude Code: `mcpServers` of `~/.claude.json`, or of `.claude.json` in the folder that `CLAUDE_CONFIG_DIR` names, and
 * `.mcp.json` of a project. Servers that it keeps for one folder, under `projects.<folder>.mcpServers`, are told of and left
 * alone: here they would be there in every folder.
 */
export const claudeCode: Dialect = {
  id: 'claude-code',
  title: 'Claude Code',
  format: 'json',
  at: [['mcpServers']],
  fileName: /(?:^|\/)\.(?:claude|mcp)\.json$/,
  files: (places) => ({
    user: [joinPath(places, places.environment['CLAUDE_CONFIG_DIR'] || places.userFolder, '.claude.json')],
    project: [joinPath(places, places.cwd, '.mcp.json')],
  }),
  keys: {
    alwaysLoad: { own: 'always_load' },
    // Of one call, in place of MCP_TOOL_TIMEOUT. How long a start may take is nowhere in the file.
    timeout: { own: 'call_timeout', per: 'ms' },
  },
  // It ignores what is under a second, as it would be in a file of somebody who thought of seconds.
  reshape: ({ timeout, ...rest }) => {
    const isIgnored = typeof timeout === 'number' && timeout > 0 && timeout < 1000;
    return timeout === undefined || isIgnored ? rest : { ...rest, timeout };
  },
  stays: ({ oauth, headersHelper }) => {
    if (isJsonObject(oauth)) return "signs in with a browser, which Callslip can't do yet; it stays in Claude Code";
    return headersHelper ? 'gets its headers from a command; it stays in Claude Code, which runs that' : undefined;
  },
  elsewhere: ({ projects }) =>
    isJsonObject(projects) ? Object.keys(projects).map((folder) => ['projects', folder, 'mcpServers']) : [],
  ownEntry: (launch) => ({ type: 'stdio', ...stdioEntry(launch), alwaysLoad: true }),
  toolSearch: {
    does: 'Claude Code hides the tools of MCP servers behind a search of its own.',
    isMarked: (entry) => entry['alwaysLoad'] === true,
    advice:
      'write "alwaysLoad": true into the entry of callslip, or run: callslip init --client claude-code (Claude Code 2.1.121 or newer reads it)',
  },
};
