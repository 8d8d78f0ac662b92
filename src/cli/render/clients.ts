import type { ClientView } from '../report/client-view.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { counted } from './bill.ts';

/**
 * Clients in a table, with what each has.
 *
 * @param below what else is to be said of one, a line each.
 */
export function renderClients(
  clients: readonly ClientView[],
  { style }: Pick<Output, 'style'>,
  below: (client: ClientView) => readonly string[] = () => [],
): string {
  const rows = clients.map((client) => [client.id, stateOf(client), printableLine(client.file)]);
  const lines = table(rows, { indent: '  ', styles: [style.name] }).split('\n');
  const body = clients.flatMap((client, index) => [lines[index] ?? '', ...below(client)]);
  return [style.head(`Clients found (${clients.length})`), ...body].join('\n');
}

/** What a client has, in a few words. */
export function stateOf({ servers, connected, scope, fault, toolSearch }: ClientView): string {
  if (fault !== undefined) return "can't be read";
  const own = `${counted(servers.length, 'server')}${scope === 'project' ? ' of the project' : ''}`;
  if (!connected) return own;
  const ours = `behind callslip${toolSearch?.marked === true ? ', always shown' : ''}`;
  return servers.length === 0 ? ours : `${ours}, and ${own}`;
}
