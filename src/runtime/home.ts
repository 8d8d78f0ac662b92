import { homedir } from 'node:os';
import path from 'node:path';

/** Where one user's Callslip keeps its things. Nothing is created before it is written. */
export interface Home {
  readonly folder: string;
  readonly configFile: string;
  /** Variables for `${VAR}`; the process's own come first. */
  readonly envFile: string;
  /** Which projects may start servers. */
  readonly trustFile: string;
  /** Results that were too long for a model. */
  readonly resultsFolder: string;
  /** What servers offered when they last ran. */
  readonly manifestsFolder: string;
  /** What files were before they were changed on the user's word. */
  readonly backupsFolder: string;
}

/**
 * The folder `CALLSLIP_HOME`, by default `.callslip` in the user's own; a leading `~` is the user's folder, on every
 * system.
 *
 * @param userFolder absolute.
 */
export function resolveHome(
  environment: Readonly<Record<string, string | undefined>>,
  userFolder: string = homedir(),
): Home {
  const wanted = environment['CALLSLIP_HOME']?.trim();
  const folder =
    wanted === undefined || wanted === ''
      ? path.join(userFolder, '.callslip')
      : path.resolve(expandTilde(wanted, userFolder));
  return {
    folder,
    configFile: path.join(folder, 'config.yaml'),
    envFile: path.join(folder, '.env'),
    trustFile: path.join(folder, 'trust.json'),
    resultsFolder: path.join(folder, 'cache', 'results'),
    manifestsFolder: path.join(folder, 'cache', 'manifests'),
    backupsFolder: path.join(folder, 'backups'),
  };
}

/** A path with a leading `~`, `~/` or `~\` replaced by the user's folder. */
export function expandTilde(given: string, userFolder: string = homedir()): string {
  return /^~(?=$|[/\\])/.test(given) ? path.join(userFolder, given.slice(1)) : given;
}
