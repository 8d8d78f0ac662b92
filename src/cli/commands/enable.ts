import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import { editServers } from '../../setup/config/edit-servers.ts';
import { replaceFile } from '../../setup/journal/replace-file.ts';
import { findLabels } from '../own-servers/find-labels.ts';
import { type OpenConfig, openConfig } from '../own-servers/open-config.ts';
import type { CommandContext, Run, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Switches servers on. */
export const enable: Run = (context, args, options) => switchServers(context, args, options, true);

/** Switches servers off; their entries stay. */
export const disable: Run = (context, args, options) => switchServers(context, args, options, false);

async function switchServers(
  { host, output }: CommandContext,
  args: readonly string[],
  { config: file, json }: SharedOptions,
  enabled: boolean,
): Promise<ExitCode> {
  const config = await openConfig(host, file);
  const { own, elsewhere, variables } = config;
  const labels = findLabels(args, config);
  const environment = { ...Object.fromEntries(variables), ...host.environment };
  const changed = labels.filter((label) => isOn(label, config, environment) !== enabled);
  const edits = changed.map((label) => ({ kind: 'switch', label, enabled }) as const);
  const change = editServers({ file: own.configFile, before: own.config }, edits);
  if (change !== undefined) await replaceFile(change);
  const covering = elsewhere.filter(
    ({ label, kind, standing }) => labels.includes(label) && kind === 'config' && standing === 'counts',
  );
  for (const server of covering) output.warn(`${server.file} has a server ${server.label} too, which counts instead`);
  if (json === true) {
    output.json(JSON.stringify({ labels, enabled, changed, file: own.configFile }));
    return EXIT.ok;
  }
  const word = enabled ? 'on' : 'off';
  const others = labels.filter((label) => !changed.includes(label));
  if (changed.length > 0) output.raw(`switched ${word} in ${own.configFile}: ${changed.join(', ')}`);
  if (others.length > 0) output.raw(`${word} already: ${others.join(', ')}`);
  return EXIT.ok;
}

function isOn(
  label: string,
  { servers }: OpenConfig,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return readServerEntries({ [label]: servers.get(label) }, environment).servers[0]?.enabled ?? true;
}
