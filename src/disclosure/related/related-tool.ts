import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** A tool that may be meant by a query which no tool answers strictly. */
export interface RelatedTool {
  readonly tool: ToolDefinition;
  /** Why it is offered, for the model: one short line made of our own words and words of the query. */
  readonly reason: string;
}
