import type { ClientView } from '../report/client-view.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { counted } from './bill.ts';

/** Clients in a table, with what each has. */
export function renderClients(clients: readonly ClientView[], { style }: Pick<Output, 'style'>): string {
  const rows = clients.map((client) => [client.id, stateOf(client), printableLine(client.file)]);
  const body = table(rows, { indent: '  ', styles: [style.name] });
  return [style.head(`Clients found (${clients.length})`), ...(body === '' ? [] : [body])].join('\n');
}

/** What a client has, in a few words. */
export function stateOf({ servers, connected, scope, fault }: ClientView): string {
  if (fault !== undefined) return "can't be read";
  const own = `${counted(servers.length, 'server')}${scope === 'project' ? ' of the project' : ''}`;
  if (!connected) return own;
  return servers.length === 0 ? 'behind callslip' : `behind callslip, and ${own}`;
}
