import { placesOf } from '../../runtime/places-of.ts';
import { findClients } from '../../setup/clients/find-clients.ts';
import { applyChanges } from '../../setup/journal/apply-changes.ts';
import type { MovePlan, OwnFiles } from '../../setup/plan/move-plan.ts';
import { planMove } from '../../setup/plan/plan-move.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderClients } from '../render/clients.ts';
import { renderDiffs } from '../render/file-diff.ts';
import { renderMove } from '../render/move-report.ts';
import { viewOf } from '../report/client-view.ts';
import { moveReport, secretsOf } from '../report/move-report.ts';
import { askWhether, canAsk } from '../session/ask.ts';
import { type ClientOptions, chooseClients } from '../session/choose-clients.ts';
import { launchHere } from '../session/launch-here.ts';
import { readOwnFiles } from '../session/read-own-files.ts';
import { takeBack } from '../session/take-back.ts';

/** Options of `callslip init`. */
export interface InitOptions extends SharedOptions, ClientOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly restore?: boolean;
}

/** Moves the servers of clients behind Callslip, or everything back. Without a word of the user nothing is changed. */
export async function init(context: CommandContext, _args: readonly string[], options: InitOptions): Promise<ExitCode> {
  mustFit(options);
  if (options.restore === true) return takeBack(context, options);
  const { host, output } = context;
  const places = placesOf(host);
  const found = await findClients(places);
  const chosen = await chooseClients(context, found, options, places);
  if (chosen === undefined || chosen.length === 0) return listClients(found, context, options);
  const { home, own } = await readOwnFiles(host, options.config);
  const plan = planMove({
    clients: chosen,
    own,
    environment: host.environment,
    launch: launchHere(host, options.config),
  });
  if (options.dryRun === true) return show(plan, own, context, options);
  if (options.json !== true) tellPlan(plan, own, context);
  await agree(plan, context, options);
  const title = `init: ${chosen.map(({ found: { dialect } }) => dialect.id).join(', ')}`;
  const written = await applyChanges(plan.changes, { home, title, signal: host.signal });
  if (options.json === true) {
    output.json(JSON.stringify(moveReport(plan, { dryRun: false, ...(written && { backup: written.folder }) })));
  } else {
    output.print(renderDone(plan, written?.folder));
  }
  return exitCodeOf(plan);
}

/** @throws CommandError for options that contradict each other. */
function mustFit({ all, client, restore }: InitOptions): void {
  if (client === undefined) return;
  if (restore === true) {
    throw new CommandError(EXIT.usage, '--restore takes back all that init has done; leave --client out');
  }
  if (all === true) throw new CommandError(EXIT.usage, '--all means every client; leave it or --client out');
}

function listClients(
  found: Awaited<ReturnType<typeof findClients>>,
  { output }: CommandContext,
  { json }: InitOptions,
): ExitCode {
  const clients = found.map(viewOf);
  if (json === true) output.json(JSON.stringify({ clients }));
  else output.print(renderClients(clients, output));
  output.note(
    found.length === 0
      ? 'nothing was changed; --client ID makes a file for a client that has none, and callslip add writes a server'
      : 'nothing was changed; choose with --client ID, which may be repeated, or --all',
  );
  return EXIT.ok;
}

function show(plan: MovePlan, own: OwnFiles, context: CommandContext, { json }: InitOptions): ExitCode {
  const { output } = context;
  if (json === true) {
    output.json(JSON.stringify(moveReport(plan, { dryRun: true })));
    return exitCodeOf(plan);
  }
  tellPlan(plan, own, context);
  if (plan.changes.length > 0) output.print(renderDiffs(plan.changes, secretsOf(plan), output.style));
  output.note('nothing was changed');
  return exitCodeOf(plan);
}

/** A file that was to be moved and can't be is a failure; the others have moved all the same. */
function exitCodeOf({ remarks }: MovePlan): ExitCode {
  return remarks.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.ok;
}

function tellPlan(plan: MovePlan, { envFile }: OwnFiles, { output }: CommandContext): void {
  const text = renderMove(moveReport(plan, { dryRun: true }), envFile, output);
  if (text !== '') output.print(`${text}\n\n`);
}

/** @throws CommandError when the user does not want it, or nobody can be asked. */
async function agree({ changes }: MovePlan, context: CommandContext, { yes }: InitOptions): Promise<void> {
  if (yes === true || changes.length === 0) return;
  if (!canAsk(context)) throw new CommandError(EXIT.usage, 'add --yes to do this, or --dry-run to see it');
  const files = changes.map(({ file }) => file).join(', ');
  if (!(await askWhether(context, `Change ${files}?`))) throw new CommandError(EXIT.interrupted, 'nothing was changed');
}

function renderDone(plan: MovePlan, backup: string | undefined): string {
  const { changes, moved } = plan;
  if (backup === undefined) {
    return exitCodeOf(plan) === EXIT.ok ? 'Nothing to do: everything is as it should be.' : 'Nothing was changed.';
  }
  const unset = moved.some((server) => server.unset.length > 0);
  return [
    'Changed:',
    ...changes.map(({ file }) => `  ${file}`),
    `Kept as they were: ${backup}`,
    ...(unset ? ['Set the variables named above, then start your client anew.'] : ['Start your client anew.']),
    'callslip doctor shows the servers; callslip init --restore puts everything back.',
  ].join('\n');
}
