import { jsonResult, type ToolResult, textResult } from '../../base/call/tool-result.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** What a tool's `run` may give back: text, one JSON object, or a whole {@link ToolResult}. */
export type RunResult = string | JsonObject | ToolResult;

/** The result a run's value stands for. What is no result at all passes as it is, for the dispatcher to refuse by name. */
export function asResult(value: RunResult): ToolResult {
  if (typeof value === 'string') return textResult(value);
  const isResult = !isJsonObject(value) || (typeof value['ok'] === 'boolean' && Array.isArray(value['content']));
  return isResult ? (value as ToolResult) : jsonResult(value as JsonObject);
}
