import type { JsonObject } from '../../base/json.ts';
import type { ExposedTool } from '../../disclosure/exposure.ts';
import { publishTools } from '../published-tools.ts';

/** Declares an exposure's tools to the Gemini API, as the `functionDeclarations` of one entry of `tools`. */
export function declareGeminiTools(exposed: readonly ExposedTool[]): {
  readonly functionDeclarations: readonly JsonObject[];
  readonly warnings: readonly string[];
} {
  const { tools, warnings } = publishTools(exposed, 'gemini');
  return { functionDeclarations: tools.map(({ schema, ...said }) => ({ ...said, parameters: schema })), warnings };
}
