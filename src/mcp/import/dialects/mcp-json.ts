import type { Dialect } from '../dialect.ts';
import { stdioEntry } from './stdio-entry.ts';

/** An `mcp.json` that no one client owns: `mcpServers`, or `servers`, or nothing but entries. */
export const mcpJson: Dialect = {
  id: 'mcp-json',
  title: 'mcp.json',
  format: 'json',
  at: [['mcpServers'], ['servers'], []],
  keys: {},
  ownEntry: stdioEntry,
};
