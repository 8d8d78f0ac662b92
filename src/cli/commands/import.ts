import path from 'node:path';
import { isOwnEntry } from '../../mcp/import/own-entry.ts';
import type { Places } from '../../mcp/import/places.ts';
import { placesOf } from '../../runtime/places-of.ts';
import { findClients } from '../../setup/clients/find-clients.ts';
import { readClientFile } from '../../setup/clients/read-client-file.ts';
import { replaceFile } from '../../setup/journal/replace-file.ts';
import { takeTurns } from '../../setup/journal/take-turns.ts';
import type { ClientFile, OwnFiles } from '../../setup/plan/move-plan.ts';
import { planMove } from '../../setup/plan/plan-move.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderDiffs } from '../render/file-diff.ts';
import { renderMove } from '../render/move-report.ts';
import { moveReport, secretsOf } from '../report/move-report.ts';
import { readOwnFiles } from '../session/read-own-files.ts';

/** Options of `callslip import`. */
export interface ImportOptions extends SharedOptions {
  readonly label?: readonly string[];
  readonly dryRun?: boolean;
}

/** Copies servers from clients' files into our configuration. The clients' files stay as they are. */
export async function importServers(
  { host, output }: CommandContext,
  names: readonly string[],
  { label, dryRun = false, json, config }: ImportOptions,
): Promise<ExitCode> {
  const clients = await readClients(names, placesOf(host));
  const { home, own } = await readOwnFiles(host, config);
  const labels = label === undefined ? {} : { labels: label };
  const planFrom = (files: OwnFiles) => planMove({ clients, own: files, environment: host.environment, ...labels });
  let plan = planFrom(own);
  mustHold(clients, label ?? []);
  if (!dryRun && plan.changes.length > 0) {
    plan = await takeTurns(home, async () => {
      const planned = planFrom((await readOwnFiles(host, config)).own);
      for (const change of planned.changes) await replaceFile(change);
      return planned;
    });
  }
  const report = moveReport(plan, { dryRun });
  if (json === true) {
    output.json(JSON.stringify(report));
    return EXIT.ok;
  }
  const text = renderMove(report, own.envFile, output, 'copy');
  output.print(text === '' ? `no server found in ${clients.map(({ file }) => file).join(', ')}` : text);
  if (dryRun && plan.changes.length > 0) output.print(`\n${renderDiffs(plan.changes, secretsOf(plan), output.style)}`);
  output.note(dryRun || plan.changes.length === 0 ? 'nothing was changed' : `written: ${report.files.join(', ')}`);
  return EXIT.ok;
}

/** A file by its path, or a client's own by the client's name. */
async function readClients(names: readonly string[], places: Places): Promise<readonly ClientFile[]> {
  const found = await findClients(places);
  return Promise.all(
    names.map(async (name) => {
      const client = found.find(({ dialect, scope }) => scope === 'user' && dialect.id === name);
      const file = path.resolve(places.cwd, name);
      const read = client ?? (await readClientFile(file, { places }));
      if (read === undefined) {
        const ids = found.filter(({ scope }) => scope === 'user').map(({ dialect }) => dialect.id);
        const here = ids.length === 0 ? 'no client was found' : `clients found: ${ids.join(', ')}`;
        throw new CommandError(EXIT.usage, `${file} does not exist; give the path of a file (${here})`);
      }
      const fault = read.found.remarks.find(({ severity }) => severity === 'error');
      if (fault !== undefined) throw new CommandError(EXIT.usage, `${fault.message}; ${fault.remedy ?? 'mend it'}`);
      return read;
    }),
  );
}

/** @throws CommandError for a label that was asked for and is nowhere. */
function mustHold(clients: readonly ClientFile[], labels: readonly string[]): void {
  const servers = clients.flatMap(({ found }) => found.servers).filter((server) => !isOwnEntry(server));
  const known = [...new Set(servers.map(({ label }) => label))];
  const [missing] = labels.filter((label) => !known.includes(label));
  if (missing === undefined) return;
  throw new CommandError(
    EXIT.notFound,
    `there is no server ${JSON.stringify(missing)}; there are ${known.join(', ') || 'none'}`,
  );
}
