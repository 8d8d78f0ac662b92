import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import { editServers } from '../../setup/config/edit-servers.ts';
import { changeConfig } from '../own-servers/change-config.ts';
import { findLabels } from '../own-servers/find-labels.ts';
import type { OpenConfig } from '../own-servers/open-config.ts';
import type { CommandContext, Run, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Switches servers on. */
export const enable: Run = (context, args, options) => switchServers(context, args, options, true);

/** Switches servers off; their entries stay. */
export const disable: Run = (context, args, options) => switchServers(context, args, options, false);

async function switchServers(
  context: CommandContext,
  args: readonly string[],
  { config, json }: SharedOptions,
  enabled: boolean,
): Promise<ExitCode> {
  const { host, output } = context;
  const { open, labels, changed } = await changeConfig(context, config, (found) => {
    const wanted = findLabels(args, found);
    const environment = { ...Object.fromEntries(found.variables), ...host.environment };
    const switched = wanted.filter((label) => isOn(label, found, environment) !== enabled);
    const edits = switched.map((label) => ({ kind: 'switch', label, enabled }) as const);
    const change = editServers({ file: found.own.configFile, before: found.own.config }, edits);
    return { open: found, changes: [change], labels: wanted, changed: switched };
  });
  const { own, elsewhere } = open;
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
