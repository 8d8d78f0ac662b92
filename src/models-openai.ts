/**
 * Tools of OpenAI's APIs.
 *
 * @module callslip/models/openai
 */
export { wrapOpenAiTools } from './models/openai/wrap-tools.ts';
