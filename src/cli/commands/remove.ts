import { editServers } from '../../setup/config/edit-servers.ts';
import { replaceFile } from '../../setup/journal/replace-file.ts';
import { findLabels } from '../own-servers/find-labels.ts';
import { openConfig } from '../own-servers/open-config.ts';
import { soleVariables } from '../own-servers/sole-variables.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Takes servers out of the configuration. Variables that nobody uses any more are told and stay. */
export async function remove(
  { host, output }: CommandContext,
  args: readonly string[],
  { config: file, json }: SharedOptions,
): Promise<ExitCode> {
  const config = await openConfig(host, file);
  const { own, elsewhere } = config;
  const labels = findLabels(args, config);
  const unused = soleVariables(config, labels);
  const edits = labels.map((label) => ({ kind: 'remove', label }) as const);
  const change = editServers({ file: own.configFile, before: own.config }, edits);
  if (change !== undefined) await replaceFile(change);
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
