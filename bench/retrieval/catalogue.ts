import { buildCatalog, type Catalog } from '../../src/disclosure/catalog/catalog.ts';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';
import type { SetTool } from './labelled.ts';

/** Tools that are searched together. */
export interface BenchTools {
  /** As a session's search has them, a source each. */
  readonly catalog: Catalog;
  /** In catalogue order. */
  readonly tools: readonly ToolDefinition[];
  /** What the tool's set calls it in its labels. */
  labelOf(tool: ToolDefinition): string;
}

/** Puts tools of one or more sets behind the bridge, as if each of their servers were connected. */
export function benchTools(tools: readonly SetTool[]): BenchTools {
  const labels = new Map<ToolDefinition, string>();
  const sources = new Map<string, ToolDefinition[]>();
  for (const { label, tool } of tools) {
    labels.set(tool, label);
    const held = sources.get(tool.source.label);
    if (held === undefined) sources.set(tool.source.label, [tool]);
    else held.push(tool);
  }
  const groups = [...sources.values()].map((held) => ({ definitions: Object.freeze(held), usable: 'all' as const }));
  const catalog = buildCatalog({ groups }, () => true);
  return { catalog, tools: catalog.tools, labelOf: (tool) => labels.get(tool) ?? tool.name };
}
