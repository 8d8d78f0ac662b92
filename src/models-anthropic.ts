/**
 * Anthropic's Messages API: declare an exposure's tools.
 *
 * @module callslip/models/anthropic
 */
export { declareAnthropicTools } from './models/anthropic/declare-tools.ts';
