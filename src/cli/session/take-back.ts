import { resolveHome } from '../../runtime/home.ts';
import { restore } from '../../setup/journal/restore.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderRestore } from '../render/restore.ts';

/** Puts every file back that `callslip init` has changed. Exits with 1 when one could not be. */
export async function takeBack(
  { host, output }: CommandContext,
  { json, dryRun = false }: SharedOptions & { readonly dryRun?: boolean },
): Promise<ExitCode> {
  const report = await restore({ home: resolveHome(host.environment), dryRun });
  if (json === true) output.json(JSON.stringify({ dryRun, ...report }));
  else output.print(renderRestore(report, output));
  if (dryRun) output.note('nothing was changed');
  return report.files.some(({ how }) => how === 'failed') ? EXIT.failed : EXIT.ok;
}
