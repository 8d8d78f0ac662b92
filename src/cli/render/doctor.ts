import type { ClientView } from '../report/client-view.ts';
import type { DoctorReport } from '../report/doctor-report.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { grouped } from './bill.ts';
import { renderClients } from './clients.ts';
import { renderServers } from './servers.ts';

/** The state of everything, for people. */
export function renderDoctor(report: DoctorReport, { style }: Pick<Output, 'style'>): string {
  const { servers, tools, warnings, clients, configFiles, home } = report;
  const files = configFiles.length === 0 ? `none (there would be one in ${home})` : configFiles.join(', ');
  const parts = [`${style.head('Configuration')}\n  ${printableLine(files)}`];
  parts.push(renderServers(servers, { style }));
  const rows = tools.map(({ name, source, status, reason, remedy }) => [
    printableLine(name),
    printableLine(source),
    printableLine([status, reason, remedy].filter((part) => part !== undefined).join('; ')),
  ]);
  const list = table(rows, { indent: '  ', styles: [style.name, style.faint] });
  parts.push([style.head(`Tools (${grouped(tools.length)})`), ...(list === '' ? [] : [list])].join('\n'));
  if (clients.length > 0) parts.push([renderClients(clients, { style }), ...clients.flatMap(adviceOf)].join('\n'));
  if (warnings.length > 0) {
    parts.push([style.head('Warnings'), ...warnings.map((warning) => `  ${printableLine(warning)}`)].join('\n'));
  }
  return parts.join('\n\n');
}

/** What to do about a client: where it still starts servers itself, and where it searches tools by itself too. */
function adviceOf({ id, title, servers, connected, scope, toolSearch }: ClientView): readonly string[] {
  if (scope === 'project') return [];
  const move = servers.length === 0 && connected ? [] : [`  ${title}: run callslip init --client ${id}`];
  if (toolSearch === undefined) return move;
  const mark =
    toolSearch.marked === false && connected ? [`  ${title}: run callslip init --client ${id} once more`] : [];
  return [...move, ...mark, `  ${title} ${toolSearch.does}: ${toolSearch.advice}`];
}
