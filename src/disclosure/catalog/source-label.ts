import type { ToolDefinition } from '../../registry/tool/tool.ts';

/**
 * The label under which people and models know a tool's source: the server's key in the config, the plugin's id. A
 * toolset name given as label (`mcp-<server>`) loses its prefix; a server whose own key starts so keeps it. `other` for
 * a source without a label.
 */
export function sourceLabel({ source }: ToolDefinition): string {
  const label = source.kind === 'mcp' ? source.label : source.label.replace(/^mcp-/, '');
  return label === '' ? 'other' : label;
}
