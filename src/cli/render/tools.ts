import type { SourceTrouble, ToolsReport } from '../report/tools-report.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { grouped } from './bill.ts';

/** What a session has, for people. */
export function renderTools(report: ToolsReport, { style }: Pick<Output, 'style'>): string {
  const { visible, bridge, deferred, hidden, troubles } = report;
  const behind = deferred.reduce((sum, { tools }) => sum + tools.length, 0);
  const section = (title: string, count: number, lines: readonly string[]) =>
    [style.head(`${title} (${grouped(count)})`), ...lines].join('\n');
  const names = (list: readonly string[], indent: string) => list.map((name) => indent + style.name(name));
  const parts = [section('Visible', visible.length, names(visible, '  '))];
  if (bridge.length > 0) parts.push(section('Bridge', bridge.length, names(bridge, '  ')));
  if (behind > 0) {
    const lines = deferred.flatMap(({ source, tools }) => [
      `  ${printableLine(source)} (${grouped(tools.length)})`,
      ...names(tools, '    '),
    ]);
    parts.push(section('Deferred', behind, lines));
  }
  if (hidden.length > 0) {
    const rows = hidden.map(({ name, reason, remedy }) => [name, sentence(reason, remedy)]);
    parts.push(section('Hidden', hidden.length, [table(rows, { indent: '  ', styles: [style.name] })]));
  }
  if (troubles.length > 0) {
    parts.push(section('Not ready', troubles.length, troubles.flatMap(troubleLines)));
  }
  return parts.join('\n\n');
}

function troubleLines({ source, state, reason, remedy, dropped = [] }: SourceTrouble): readonly string[] {
  const why = reason === undefined ? '' : `: ${sentence(reason, remedy)}`;
  return [
    `  ${printableLine(source)}${state === 'ready' ? ':' : ` is ${state}${why}`}`,
    ...dropped.map((tool) => `    ${printableLine(tool.name)} was left out: ${printableLine(tool.reason)}`),
  ];
}

function sentence(reason: string, remedy: string | undefined): string {
  return printableLine(remedy === undefined ? reason : `${reason}; ${remedy}`);
}
