/**
 * OpenAI's APIs: declare an exposure's tools, wrap an array of function tools.
 *
 * @module callslip/models/openai
 */
export type { DeclaredTools } from './models/openai/declare-tools.ts';
export { declareOpenAiTools } from './models/openai/declare-tools.ts';
export { wrapOpenAiTools } from './models/openai/wrap-tools.ts';
