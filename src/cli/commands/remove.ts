import { editServers } from '../../setup/config/edit-servers.ts';
import { changeConfig } from '../own-servers/change-config.ts';
import { findLabels } from '../own-servers/find-labels.ts';
import type { OpenConfig } from '../own-servers/open-config.ts';
import { soleVariables } from '../own-servers/sole-variables.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Takes servers out of the configuration. Variables that nobody uses any more are told and stay. */
export async function remove(
  context: CommandContext,
  args: readonly string[],
  { config, json }: SharedOptions,
): Promise<ExitCode> {
  const { output } = context;
  const { open, labels, unused } = await changeConfig(context, config, (found) => planRemoval(found, args));
  const { own, elsewhere } = open;
  const still = elsewhere.filter(({ label, standing }) => labels.includes(label) && standing !== 'untrusted');
  for (const server of still) output.warn(`${server.file} has a server ${server.label} too, which counts`);
  if (json === true) {
    output.json(JSON.stringify({ removed: labels, file: own.configFile, unusedVariables: unused }));
    return EXIT.ok;
  }
  output.raw(`removed ${labels.join(', ')} from ${own.configFile}`);
  if (unused.length > 0) output.note(`nothing here uses ${unused.join(', ')} of ${own.envFile} any more`);
  return EXIT.ok;
}

function planRemoval(open: OpenConfig, args: readonly string[]) {
  const { own } = open;
  const labels = findLabels(args, open);
  const edits = labels.map((label) => ({ kind: 'remove', label }) as const);
  const changes = [editServers({ file: own.configFile, before: own.config }, edits)];
  return { open, changes, labels, unused: soleVariables(open, labels) };
}
