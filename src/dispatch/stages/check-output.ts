import type { ToolResult } from '../../base/call/tool-result.ts';
import type { Logger } from '../../base/logger.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { prepareSchema } from '../../schema/validate.ts';
import { bestViolation } from '../../schema/violation.ts';

/** Tools whose operator was told: once is enough, for a tool that errs mostly errs each time. */
const told = new WeakSet<ToolDefinition>();

/**
 * Tells the operator of a result that does not keep to its tool's output schema: where, and which rule, but no value. The
 * result passes all the same, whether the tool's definition is live or remembered. What can't be checked in some 10 ms
 * passes unchecked.
 */
export function checkOutput(tool: ToolDefinition, result: ToolResult, logger: Logger): void {
  if (!result.ok || tool.outputSchema === undefined || told.has(tool)) return;
  const fault = faultOf(tool.outputSchema, result.structured);
  if (fault === undefined) return;
  told.add(tool);
  logger.warn('a result does not keep to the output schema of its tool, and is passed on', {
    tool: tool.name,
    ...fault,
  });
}

function faultOf(
  schema: NonNullable<ToolDefinition['outputSchema']>,
  value: unknown,
): { readonly path: string; readonly constraint: string } | undefined {
  if (value === undefined) return { path: 'structuredContent', constraint: 'required' };
  const prepared = prepareSchema(schema);
  const verdict = prepared.begin().validate(value);
  if (verdict.valid) return undefined;
  const { path, constraint } = bestViolation(prepared, verdict.errors, value);
  return { path: path.replace(/^arguments/, 'structuredContent'), constraint };
}
