import type { JsonObject } from '../../base/json.ts';
import type { ExposedTool } from '../../disclosure/exposure.ts';
import { publishTools } from '../published-tools.ts';

/** Tools in the form of a request's `tools`, and what had to be told otherwise than its owner wrote it. */
export interface DeclaredTools {
  readonly tools: readonly JsonObject[];
  readonly warnings: readonly string[];
}

/**
 * Declares an exposure's tools to OpenAI's APIs: Chat Completions nests the function, Responses does not. Never
 * `strict`: the arguments of `tool_call` are open.
 *
 * @param api @default 'chat'
 */
export function declareOpenAiTools(exposed: readonly ExposedTool[], api: 'chat' | 'responses' = 'chat'): DeclaredTools {
  const { tools, warnings } = publishTools(exposed, 'openai');
  return {
    tools: tools.map(({ name, description, schema }) => {
      const body = { name, description, parameters: schema };
      return api === 'chat' ? { type: 'function', function: body } : { type: 'function', ...body, strict: false };
    }),
    warnings,
  };
}
