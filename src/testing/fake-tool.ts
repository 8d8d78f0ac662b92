import { textResult } from '../base/call/tool-result.ts';
import type { JsonSchema } from '../base/json.ts';
import type { Tool, ToolDefinition, ToolOrigin } from '../registry/tool/tool.ts';

/** What a test cares about; everything else is filled in. */
export interface FakeToolOptions extends Partial<Omit<Tool, 'name' | 'description' | 'inputSchema' | 'source'>> {
  /** The published name. `mcp__<label>__<tool>` makes it a tool of the MCP server `<label>`, unless `source` is given. */
  readonly name: string;
  /** @default '' */
  readonly description?: string;
  /** Overrides parts of the origin that the name suggests. */
  readonly source?: Partial<ToolOrigin>;
  /** The input schema. @default `{ type: 'object' }` */
  readonly parameters?: JsonSchema;
}

/**
 * A frozen definition for tests, as the registry would keep it. Without `source`, a name of the form
 * `mcp__<label>__<tool>` comes from that server, and any other name from a source of kind `other` without a label. It
 * answers every call with its own name.
 */
export function fakeTool(options: FakeToolOptions): ToolDefinition {
  const { name, description = '', source, parameters = { type: 'object' }, ...rest } = options;
  const origin = { ...originOf(name), ...source };
  return Object.freeze({
    toolset: origin.kind === 'mcp' ? `mcp-${origin.label}` : origin.label || 'other',
    execute: async () => textResult(name),
    ...rest,
    name,
    description,
    inputSchema: parameters,
    source: Object.freeze(origin),
  });
}

function originOf(name: string): ToolOrigin {
  const server = /^mcp__(.+?)__(.+)$/su.exec(name);
  return server?.[1] !== undefined && server[2] !== undefined
    ? { kind: 'mcp', label: server[1], toolName: server[2], provenance: 'live' }
    : { kind: 'other', label: '', toolName: name, provenance: 'live' };
}
