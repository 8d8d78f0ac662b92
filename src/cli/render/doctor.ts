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
  if (clients.length > 0) parts.push([renderClients(clients, { style }, adviceOf), ...firstStep(clients)].join('\n'));
  if (warnings.length > 0) {
    parts.push([style.head('Warnings'), ...warnings.map((warning) => `  ${printableLine(warning)}`)].join('\n'));
  }
  return parts.join('\n\n');
}

/** What is wrong with a client, and what to do. One that has not been moved is the user's choice. */
function adviceOf({ id, movable, connected, fault, toolSearch }: ClientView): readonly string[] {
  if (fault !== undefined) return [`    why: ${printableLine(fault)}`];
  if (!connected) return [];
  const own = `starts ${movable.join(', ')} without callslip; to move that too: callslip init --client ${id}`;
  return [
    ...(movable.length === 0 ? [] : [`    ${printableLine(own)}`]),
    ...(toolSearch === undefined || toolSearch.marked === true
      ? []
      : [`    ${toolSearch.does}`, `    remedy: ${toolSearch.advice}`]),
  ];
}

/** Where no client has our entry, nobody has anything of us. */
function firstStep(clients: readonly ClientView[]): readonly string[] {
  if (clients.some(({ connected }) => connected)) return [];
  return ['  no client has callslip yet; to put it into those you choose: callslip init'];
}
