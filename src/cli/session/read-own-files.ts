import path from 'node:path';
import { readBytes } from '../../runtime/config-file.ts';
import { type Home, resolveHome } from '../../runtime/home.ts';
import type { OwnFiles } from '../../setup/plan/move-plan.ts';
import type { Host } from '../program/host.ts';

/**
 * Our own files as they are: the home's configuration, or the one that `--config` names, and the home's variables.
 *
 * @throws CallslipError `invalid-config` when one is there and can't be read.
 */
export async function readOwnFiles(
  { environment, cwd }: Pick<Host, 'environment' | 'cwd'>,
  config: string | undefined,
): Promise<{ readonly home: Home; readonly own: OwnFiles }> {
  const home = resolveHome(environment);
  const configFile = config === undefined ? home.configFile : path.resolve(cwd, config);
  const [configBytes, env] = await Promise.all([readBytes(configFile), readBytes(home.envFile)]);
  return { home, own: { configFile, config: configBytes, envFile: home.envFile, env } };
}
