/**
 * Tools of a `tools/list` result that a program holds already.
 *
 * @module callslip/models/mcp
 */
export { wrapMcpTools } from './models/mcp-tools/wrap-tools.ts';
