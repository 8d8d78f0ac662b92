import { realpath } from 'node:fs/promises';
import { resolveHome } from '../../runtime/home.ts';
import { loadConfig } from '../../runtime/load-config.ts';
import { trustRemedy } from '../../runtime/server-lists.ts';
import type { FileChange } from '../../setup/file-change.ts';
import { replaceFile } from '../../setup/journal/replace-file.ts';
import { takeTurns } from '../../setup/journal/take-turns.ts';
import type { CommandContext } from '../program/command.ts';
import { type OpenConfig, openConfig } from './open-config.ts';

/** What a command makes of the configuration it found. */
export interface ConfigPlan {
  readonly open: OpenConfig;
  /** In the order in which they are to be written; absent is what needs no change. */
  readonly changes: readonly (FileChange | undefined)[];
}

/**
 * Changes the configuration as `plan` says, which is asked again once it is our turn: what another Callslip wrote meanwhile
 * is neither lost nor in the way. Says so when the file is one of a project that waits for the user's word.
 *
 * @param config the file that `--config` names.
 * @throws CallslipError `invalid-config` when a file can't be read or written, or an editor changed it in this very moment.
 * What `plan` throws.
 */
export async function changeConfig<Plan extends ConfigPlan>(
  { host, output }: CommandContext,
  config: string | undefined,
  plan: (open: OpenConfig) => Plan,
): Promise<Plan> {
  // Whatever is wrong with it is said before anything is made, the folder in which turns are taken included.
  const first = plan(await openConfig(host, config));
  if (first.changes.every((change) => change === undefined)) return first;
  const done = await takeTurns(resolveHome(host.environment), async () => {
    const planned = plan(await openConfig(host, config));
    for (const change of planned.changes) if (change !== undefined) await replaceFile(change);
    return planned;
  });
  const { project } = await loadConfig(host);
  if (project?.trusted === false && project.configFile === (await realpath(done.open.own.configFile))) {
    output.warn(`the project ${project.folder} is not trusted; ${trustRemedy(project)}`);
  }
  return done;
}
