import { DIALECTS } from '../../mcp/import/dialects.ts';
import type { Places } from '../../mcp/import/places.ts';
import type { FoundClient } from '../../setup/clients/find-clients.ts';
import { newClientFile } from '../../setup/clients/read-client-file.ts';
import type { ClientFile } from '../../setup/plan/move-plan.ts';
import type { CommandContext } from '../program/command.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { stateOf } from '../render/clients.ts';
import { type ClientView, viewOf } from '../report/client-view.ts';
import { askWhich, canAsk } from './ask.ts';
import { didYouMean } from './near-names.ts';

/** How clients are chosen on the command line. */
export interface ClientOptions {
  readonly client?: readonly string[];
  readonly all?: boolean;
}

/**
 * The files of the clients that the user wants: as the options say, else as the user answers. Absent when nobody says.
 *
 * @throws CommandError for a client that is not known, and when the user gives up.
 */
export async function chooseClients(
  context: CommandContext,
  found: readonly FoundClient[],
  { client, all }: ClientOptions,
  places: Places,
): Promise<readonly ClientFile[] | undefined> {
  const own = found.filter(({ scope }) => scope === 'user');
  if (client !== undefined)
    return client.map((id) => own.find(({ dialect }) => dialect.id === id) ?? absent(id, places));
  if (all === true) return own;
  if (own.length === 0 || !canAsk(context)) return undefined;
  const choices = own.map((each) => {
    const view: ClientView = viewOf(each);
    return { value: view.id, label: view.title, hint: `${stateOf(view)}, ${view.file}` };
  });
  const ids = await askWhich(context, 'Which clients shall reach their servers through Callslip?', choices);
  if (ids === undefined) throw new CommandError(EXIT.interrupted, 'nothing was changed');
  return own.filter(({ dialect }) => ids.includes(dialect.id));
}

/** A client without a file gets one: the user has asked for it by name. */
function absent(id: string, places: Places): ClientFile {
  const known = DIALECTS.filter(({ files }) => files !== undefined);
  const dialect = known.find((each) => each.id === id);
  const file = dialect?.files?.(places).user[0];
  if (dialect !== undefined && file !== undefined) return newClientFile(file, dialect, places);
  const ids = known.map((each) => each.id);
  const meant = didYouMean(id, ids) ?? `known are ${ids.join(', ')}`;
  throw new CommandError(EXIT.usage, `there is no client ${JSON.stringify(id)}; ${meant}`);
}
