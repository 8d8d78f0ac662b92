/**
 * The Gemini API: declare an exposure's tools.
 *
 * @module callslip/models/gemini
 */
export { declareGeminiTools } from './models/gemini/declare-tools.ts';
