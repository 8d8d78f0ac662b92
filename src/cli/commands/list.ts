import { loadConfig } from '../../runtime/load-config.ts';
import { readServers } from '../../runtime/server-lists.ts';
import { writtenServers } from '../own-servers/written-servers.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderServerList } from '../render/server-list.ts';
import { serverList } from '../report/server-list.ts';
import { tellProblems } from '../session/tell-problems.ts';

/** Shows every server, and where it is written. Starts nothing. */
export async function list(
  { host, output }: CommandContext,
  _args: readonly string[],
  { config, mcpJson, json }: SharedOptions,
): Promise<ExitCode> {
  const loaded = await loadConfig({
    cwd: host.cwd,
    environment: host.environment,
    ...(config === undefined ? {} : { configFile: config }),
    ...(mcpJson === undefined ? {} : { mcpJson }),
  });
  const servers = serverList(await writtenServers(loaded), loaded);
  // What is wrong with a server stands beside it.
  const isShown = (message: string) => servers.some(({ problem = '' }) => problem.startsWith(message));
  tellProblems(
    readServers(loaded).problems.filter(({ message }) => !isShown(message)),
    output,
  );
  if (json === true) output.json(JSON.stringify(servers));
  else output.print(renderServerList(servers, output));
  return EXIT.ok;
}
