import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { expandVariables } from '../../mcp/entries/expand-variables.ts';
import { editServers } from '../../setup/config/edit-servers.ts';
import { envChange } from '../../setup/config/env-change.ts';
import { UNHOLDABLE } from '../../setup/config/env-file.ts';
import { takeSecrets } from '../../setup/plan/take-secrets.ts';
import { allVariables, countUses, type Variables } from '../../setup/plan/variables.ts';
import { changeConfig } from '../own-servers/change-config.ts';
import { entryFromOptions, type ServerOptions } from '../own-servers/entry-from-options.ts';
import type { OpenConfig } from '../own-servers/open-config.ts';
import { soleVariables } from '../own-servers/sole-variables.ts';
import { startDoubts } from '../own-servers/start-doubts.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';

/** Options of `callslip add`. */
export interface AddOptions extends SharedOptions, ServerOptions {
  readonly force?: boolean;
}

/** Writes a server into the configuration, its secrets into `.env`. Starts nothing. */
export async function add(
  context: CommandContext,
  [label = '', ...command]: readonly string[],
  options: AddOptions,
): Promise<ExitCode> {
  const { host, output } = context;
  const isProject = options.config !== undefined && isProjectFile(options.config, host.cwd);
  const { entry: given, warnings } = entryFromOptions(label, command, options, isProject ? undefined : host.cwd);
  const plan = await changeConfig(context, options.config, (open) => {
    if (options.force !== true && open.servers.has(label)) throw taken(label, open.own.configFile);
    return planEntry(label, given, open, host.environment);
  });
  const { open, entry, names, isReplaced } = plan;
  const environment = allVariables(plan.variables);
  const unset = expandVariables(entry, environment).missing;
  const { configFile, envFile } = open.own;
  const doubts = [
    ...warnings.map(({ message }) => message),
    ...unset.map((name) => `it needs the variable ${name}, which is not set; set it in ${envFile}`),
    ...(await startDoubts(label, entry, { environment, unset, cwd: host.cwd, isFixed: isProject })),
    ...namesakes(label, open),
  ];
  for (const doubt of doubts) output.warn(doubt);
  if (options.json === true) {
    output.json(JSON.stringify({ label, file: configFile, replaced: isReplaced, variables: names, unset }));
    return EXIT.ok;
  }
  output.raw(`${isReplaced ? 'replaced' : 'added'} ${label} in ${configFile}`);
  if (names.length > 0) output.note(`its secrets are in ${envFile}: ${names.join(', ')}`);
  return EXIT.ok;
}

/** Such a file counts only where its project is the working directory, so paths from there are right in it. */
function isProjectFile(config: string, cwd: string): boolean {
  return path.resolve(cwd, config) === path.join(cwd, '.callslip', 'config.yaml');
}

function planEntry(label: string, given: JsonObject, open: OpenConfig, environment: Variables['environment']) {
  const { own, servers } = open;
  const { entry, variables, names, refused } = takeSecrets(label, given, variablesFor(label, open, environment));
  if (refused.length > 0) throw unwritable(refused, own.envFile);
  const changes = [
    envChange(own.envFile, own.env, variables.added),
    editServers({ file: own.configFile, before: own.config }, [{ kind: 'put', label, entry }]),
  ];
  return { open, changes, entry, variables, names, isReplaced: servers.has(label) };
}

/** Variables that only the replaced entry uses may get new values. */
function variablesFor(label: string, config: OpenConfig, environment: Variables['environment']): Variables {
  const { values, servers, variables } = config;
  const { mcp_servers: _servers, ...sections } = values;
  const others = [...servers].filter(([each]) => each !== label).map(([, entry]) => entry);
  const free = soleVariables(config, [label]);
  const file = new Map([...variables].filter(([name]) => !free.includes(name)));
  return { environment, file, added: new Map(), uses: countUses([sections, ...others]) };
}

/** Servers of this label that are written elsewhere, of which one alone counts. */
function namesakes(label: string, { elsewhere }: OpenConfig): readonly string[] {
  return elsewhere
    .filter((each) => each.label === label && each.standing !== 'untrusted')
    .map(({ file, kind }) =>
      kind === 'config'
        ? `${file} has a server ${label} too, which counts instead of this one`
        : `${label} of ${file} does not count any more: this one comes first`,
    );
}

function taken(label: string, file: string): CommandError {
  return new CommandError(EXIT.usage, `${file} has a server ${label} already; --force replaces it`);
}

function unwritable(places: readonly string[], envFile: string): CommandError {
  return new CommandError(
    EXIT.usage,
    `the secret in ${places.join(', ')} can't be written to ${envFile}: ${UNHOLDABLE}`,
  );
}
