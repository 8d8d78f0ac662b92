import type { ToolDefinition } from '../../registry/tool/tool.ts';

/**
 * The two bridge tools that run. `tool_call` is not among them: it is syntax that the dispatcher's planner peels.
 *
 * They are made for a session and not registered; each call recomputes its answer from the live registry.
 */
export interface Bridge {
  readonly search: ToolDefinition;
  readonly describe: ToolDefinition;
}
