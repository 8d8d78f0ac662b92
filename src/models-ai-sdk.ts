/**
 * Tools of the AI SDK.
 *
 * @module callslip/models/ai-sdk
 */
export type { AiSdkTool } from './models/ai-sdk/wrap-tools.ts';
export { wrapAiSdkTools } from './models/ai-sdk/wrap-tools.ts';
