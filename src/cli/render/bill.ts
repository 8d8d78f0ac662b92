import type { Declared, TokenBill } from '../report/token-bill.ts';
import type { Output } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';

/** The bill for people: what every turn would cost, what it costs now, and whether the bridge is worth it. */
export function renderBill({ before, after, isOffCheaper }: TokenBill, { style }: Pick<Output, 'style'>): string {
  const rows = [row('everything declared', before), row('declared now', after)];
  const lines = [
    style.head('Bill, for each turn'),
    table(rows, { heads: ['', 'tools', 'tokens'], right: [1, 2], indent: '  ' }),
  ];
  if (isOffCheaper) {
    lines.push(
      `  ${style.warn('off is cheaper here:')} so few tools cost less declared than behind the bridge (tools.tool_search.enabled: off)`,
    );
  } else if (before.tokens > after.tokens) {
    const saved = Math.round((1 - after.tokens / before.tokens) * 100);
    lines.push(`  ${style.good(`${saved} % fewer tokens`)}`);
  }
  return lines.join('\n');
}

function row(what: string, { tools, tokens }: Declared): readonly string[] {
  return [what, grouped(tools), grouped(tokens)];
}

/** A whole number with a comma between thousands, the same on every machine. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number of things: `1 tool`, `1,200 tools`. */
export function counted(value: number, thing: string): string {
  return `${grouped(value)} ${thing}${value === 1 ? '' : 's'}`;
}
