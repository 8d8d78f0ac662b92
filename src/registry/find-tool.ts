import { askGates } from './gate/ask-gates.ts';
import type { Scope } from './scope.ts';
import type { HiddenTool } from './snapshot.ts';
import type { SourceRow } from './source-table.ts';
import { type SnapshotSubject, whyHidden } from './take-snapshot.ts';
import { resolveDescriptions } from './tool/resolve-description.ts';
import type { Tool, ToolDefinition } from './tool/tool.ts';
import { resolveToolsets } from './toolset/resolve-toolsets.ts';

/** A registered tool as one session finds it: to be used, or hidden with the reason. */
export type FoundTool =
  | { readonly tool: ToolDefinition; readonly hidden?: undefined }
  | { readonly hidden: HiddenTool };

/** Looks one registered tool over for a scope, asking its gate and no other. */
export async function findTool(
  scope: Scope,
  { tool, row }: { readonly tool: Tool; readonly row: SourceRow },
  { toolsets, gates }: Pick<SnapshotSubject, 'toolsets' | 'gates'>,
): Promise<FoundTool> {
  const definition = resolveDescriptions([tool], { scope }).definitions[0] as ToolDefinition;
  const grant = resolveToolsets(scope, toolsets);
  const asked = tool.gate !== undefined && grant.allows(definition) ? [tool.gate] : [];
  const hidden = whyHidden(definition, row, grant, await askGates(new Set(asked), gates));
  return hidden === undefined ? { tool: definition } : { hidden };
}
