import { publishable, publishedName } from './published-name.ts';
import type { ToolRecord } from './read-record.ts';
import type { Tool } from './tool.ts';

/**
 * The tool a record stands for. With a source it is that MCP server's tool, `mcp__<source>__<name>`; without one it
 * keeps its name, and its source is `other`.
 */
export function toolFromRecord(record: ToolRecord, execute: Tool['execute']): Tool {
  const { name, source, wire: _, ...said } = record;
  if (source === undefined) {
    return {
      ...said,
      name: publishable(name),
      toolset: 'other',
      source: { kind: 'other', label: '', toolName: name, provenance: 'live' },
      execute,
    };
  }
  return {
    ...said,
    name: publishedName(source, name),
    toolset: `mcp-${source}`,
    source: { kind: 'mcp', label: source, toolName: name, provenance: 'live' },
    execute,
  };
}
