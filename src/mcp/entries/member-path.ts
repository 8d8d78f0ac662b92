import { displayName } from '../../guard/display-name.ts';

/** Where a member stands, for messages: `mcp_servers.github.env`. No name in it can break the line, or reorder or flood it. */
export function memberPath(root: string, ...keys: readonly PropertyKey[]): string {
  return [root, ...keys.map((key) => displayName(String(key)))].join('.');
}
