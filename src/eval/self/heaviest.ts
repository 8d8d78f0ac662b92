import { budgetTokens } from '../../base/budget-tokens.ts';
import { billed, sizeOf } from '../../disclosure/bill.ts';
import { jsonText } from '../../disclosure/json-text.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** What a tool weighs, in budget tokens of compact JSON. */
interface HeavyTool {
  readonly name: string;
  /** Of its input schema. */
  readonly schemaTokens: number;
  /** Of its whole declaration: name, description and input schema. */
  readonly tokens: number;
}

/** What tools weigh. */
export interface Weights {
  /** Budget tokens of all declarations together. */
  readonly tokens: number;
  /** The tools with the heaviest schemas, heaviest first. */
  readonly heaviest: readonly HeavyTool[];
}

/** Weighs tools, and names at most `most` of them. */
export function weigh(tools: readonly ToolDefinition[], most: number): Weights {
  const weights = tools.map((tool) => ({
    name: tool.name,
    schemaTokens: budgetTokens(jsonText(tool.inputSchema)),
    tokens: billed(sizeOf([tool])).tokens,
  }));
  const heaviest = weights.sort((a, b) => b.schemaTokens - a.schemaTokens || b.tokens - a.tokens).slice(0, most);
  return { tokens: billed(sizeOf(tools)).tokens, heaviest };
}
