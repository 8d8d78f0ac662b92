import { estimateTokenCount } from 'tokenx';
import { budgetTokens } from '../../src/base/budget-tokens.ts';
import type { ExposedTool, Exposure } from '../../src/disclosure/exposure.ts';
import { DEFAULT_TOOL_SEARCH } from '../../src/disclosure/policy/config-forms.ts';
import { type BenchCatalogue, loadCatalogue, SIZES, toolsOf } from '../catalogues.ts';
import { createEngine } from '../engine.ts';
import { type Aim, atMost, type Row, type Suite } from '../report.ts';

const AIM_TOKENS = 700;
/** Context windows of models; `undefined`: unknown. */
const CONTEXTS = [8_000, 64_000, 200_000, undefined];

interface Counter {
  readonly name: string;
  count(text: string): number;
}

/** Ours, which decides. */
const BUDGET: Counter = { name: 'budget tokens', count: budgetTokens };
/** And tokenx, which estimates what a model will count. */
const COUNTERS: readonly Counter[] = [BUDGET, { name: 'tokenx', count: estimateTokenCount }];

/** What the tools cost a model that is shown them, as compact JSON of name, description and input schema. */
export const bill: Suite = {
  name: 'bill',
  title: 'Bill: tokens of tool definitions, declared eagerly and now',
  async run({ progress }) {
    const rows: Row[] = [];
    const aims: Aim[] = [];
    for (const size of SIZES) {
      progress(`bill: ${size} tools`);
      const catalogue = await loadCatalogue(size);
      const eager = await exposed(catalogue, { ...DEFAULT_TOOL_SEARCH, enabled: 'off' });
      const bare = await exposed(catalogue, { ...DEFAULT_TOOL_SEARCH, listing: 'off' });
      rows.push(...rowsOf('declared eagerly', size, eager), ...rowsOf('bridge without listing', size, bare, eager));
      for (const context of CONTEXTS) {
        const shown = await exposed(catalogue, DEFAULT_TOOL_SEARCH, context);
        const window = context === undefined ? 'unknown context' : `context ${context.toLocaleString('en')}`;
        const counters = context === undefined ? COUNTERS : [BUDGET];
        rows.push(...rowsOf(`bridge and listing, ${window}: ${shown.listingForm}`, size, shown, eager, counters));
      }
      if (size !== SIZES.at(-1)) continue;
      for (const { name, count } of COUNTERS) {
        aims.push(atMost(`bridge without listing, ${name}`, AIM_TOKENS, costOf(bare.tools, count), ' tokens'));
      }
    }
    return { rows, aims };
  },
};

async function exposed(
  catalogue: BenchCatalogue,
  toolSearch: typeof DEFAULT_TOOL_SEARCH,
  contextLength?: number,
): Promise<Exposure> {
  const engine = createEngine({ toolSearch, ...(contextLength === undefined ? {} : { contextLength }) });
  for (const source of catalogue.sources) engine.open(source.label, toolsOf(source));
  return engine.session().expose();
}

function rowsOf(
  what: string,
  tools: number,
  exposure: Exposure,
  eager?: Exposure,
  counters: readonly Counter[] = COUNTERS,
): readonly Row[] {
  return counters.map(({ name, count }) => {
    const value = costOf(exposure.tools, count);
    const ratio =
      eager === undefined ? {} : { ratio: { of: 'declared eagerly', times: value / costOf(eager.tools, count) } };
    return { what: `${what} (${name})`, tools, value, unit: 'tokens', ...ratio };
  });
}

function costOf(tools: readonly ExposedTool[], count: (text: string) => number): number {
  return tools.reduce(
    (sum, { name, description, inputSchema }) => sum + count(JSON.stringify({ name, description, inputSchema })),
    0,
  );
}
