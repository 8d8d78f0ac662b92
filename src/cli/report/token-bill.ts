import { estimateTokenCount } from 'tokenx';
import type { ExposedTool, Exposure } from '../../disclosure/exposure.ts';

/** How much is declared: tools, and tokens of `{name, description, inputSchema}` as compact JSON. */
export interface Declared {
  readonly tools: number;
  readonly tokens: number;
}

/** What the tools cost a model in each turn, by an estimate of its tokens. */
export interface TokenBill {
  /** Everything the session may use, declared. */
  readonly before: Declared;
  /** What is declared now. */
  readonly after: Declared;
  /** True when declaring everything would cost no more than the bridge does. */
  readonly isOffCheaper: boolean;
}

type Declaration = Pick<ExposedTool, 'name' | 'description' | 'inputSchema'>;

const counted = new WeakMap<object, number>();

/** Counts an exposure's tokens; each definition is counted once in its life. */
export function tokenBill({
  tools,
  deferred,
  activated,
}: Pick<Exposure, 'tools' | 'deferred' | 'activated'>): TokenBill {
  const own = tools.flatMap(({ definition }) => definition ?? []);
  const before = declared([...own, ...deferred]);
  const after = declared(tools.map((tool) => tool.definition ?? tool));
  return { before, after, isOffCheaper: activated && before.tokens <= after.tokens };
}

function declared(tools: readonly Declaration[]): Declared {
  return { tools: tools.length, tokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0) };
}

function tokensOf(tool: Declaration): number {
  const { name, description, inputSchema } = tool;
  const known = counted.get(tool);
  if (known !== undefined) return known;
  const tokens = estimateTokenCount(JSON.stringify({ name, description, inputSchema }));
  counted.set(tool, tokens);
  return tokens;
}
