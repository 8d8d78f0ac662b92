import path from 'node:path';
import { readText } from '../../runtime/config-file.ts';
import { loadConfig } from '../../runtime/load-config.ts';
import { type ReadConfig, readConfig } from '../../setup/config/edit-servers.ts';
import { variablesIn } from '../../setup/config/env-file.ts';
import { exactText } from '../../setup/config/exact-text.ts';
import type { OwnFiles } from '../../setup/plan/move-plan.ts';
import type { Host } from '../program/host.ts';
import { readOwnFiles } from '../session/read-own-files.ts';
import { type WrittenServer, writtenServers } from './written-servers.ts';

/** The configuration that a command changes, and what counts beside it. */
export interface OpenConfig extends ReadConfig {
  readonly own: OwnFiles;
  /** What `.env` holds. */
  readonly variables: ReadonlyMap<string, string>;
  /** Servers that are written elsewhere. */
  readonly elsewhere: readonly WrittenServer[];
  /** Texts of other files, which may use variables of `.env` too. */
  readonly otherTexts: readonly string[];
}

/**
 * Reads the configuration that a command changes: the home's, or the one that `--config` names, which may be a new one.
 *
 * @throws CallslipError `invalid-config` when one of the files can't be read.
 */
export async function openConfig(host: Pick<Host, 'cwd' | 'environment'>, config?: string): Promise<OpenConfig> {
  const { cwd, environment } = host;
  const { home, own } = await readOwnFiles(host, config);
  const { configFile } = own;
  const read = readConfig({ file: configFile, before: own.config });
  const isNew = config !== undefined && own.config === undefined;
  const loaded = await loadConfig({
    cwd,
    environment,
    ...(isNew ? { values: {} } : config === undefined ? {} : { configFile }),
  });
  const others = [home.configFile, path.join(cwd, '.callslip', 'config.yaml')].filter((file) => file !== configFile);
  const texts = await Promise.all(others.map(readText));
  const written = await writtenServers(loaded);
  return {
    ...read,
    own,
    variables: variablesIn(exactText(own.env, own.envFile)),
    elsewhere: written.filter(({ file }) => file !== configFile),
    otherTexts: [...texts, ...loaded.mcpJson.map(({ content }) => content)].filter((text) => text !== undefined),
  };
}
