import type { JsonObject } from '../../base/json.ts';
import type { ExposedTool } from '../../disclosure/exposure.ts';
import { publishTools } from '../published-tools.ts';

/** Declares an exposure's tools to Anthropic's Messages API: `{ name, description, input_schema }`. */
export function declareAnthropicTools(exposed: readonly ExposedTool[]): {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly string[];
} {
  const { tools, warnings } = publishTools(exposed, 'anthropic');
  return { tools: tools.map(({ schema, ...said }) => ({ ...said, input_schema: schema })), warnings };
}
