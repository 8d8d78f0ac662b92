import type { JsonObject } from '../../base/json.ts';
import { expandVariables } from '../../mcp/entries/expand-variables.ts';
import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import { editServers } from '../../setup/config/edit-servers.ts';
import { envChange } from '../../setup/config/env-change.ts';
import { UNHOLDABLE } from '../../setup/config/env-file.ts';
import { replaceFile } from '../../setup/journal/replace-file.ts';
import { takeSecrets } from '../../setup/plan/take-secrets.ts';
import { allVariables, countUses, type Variables } from '../../setup/plan/variables.ts';
import { entryFromOptions, type ServerOptions } from '../own-servers/entry-from-options.ts';
import { isProgramFound } from '../own-servers/find-program.ts';
import { type OpenConfig, openConfig } from '../own-servers/open-config.ts';
import { soleVariables } from '../own-servers/sole-variables.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';

/** Options of `callslip add`. */
export interface AddOptions extends SharedOptions, ServerOptions {
  readonly force?: boolean;
}

/** Writes a server into the configuration, its secrets into `.env`. Starts nothing. */
export async function add(
  { host, output }: CommandContext,
  [label = '', ...command]: readonly string[],
  options: AddOptions,
): Promise<ExitCode> {
  const { entry: given, warnings } = entryFromOptions(label, command, options);
  const config = await openConfig(host, options.config);
  const { own } = config;
  const isReplaced = config.servers.has(label);
  if (isReplaced && options.force !== true) {
    throw new CommandError(EXIT.usage, `${own.configFile} has a server ${label} already; --force replaces it`);
  }
  const before = variablesFor(label, config, host.environment);
  const { entry, variables, names, refused } = takeSecrets(label, given, before);
  if (refused.length > 0) throw unwritable(refused, own.envFile);
  const changes = [
    envChange(own.envFile, own.env, variables.added),
    editServers({ file: own.configFile, before: own.config }, [{ kind: 'put', label, entry }]),
  ];
  for (const change of changes) if (change !== undefined) await replaceFile(change);

  const environment = allVariables(variables);
  const unset = expandVariables(entry, environment).missing;
  for (const { message } of warnings) output.warn(message);
  for (const text of await doubts(label, entry, { config, unset, environment, cwd: host.cwd })) output.warn(text);
  if (options.json === true) {
    output.json(JSON.stringify({ label, file: own.configFile, replaced: isReplaced, variables: names, unset }));
    return EXIT.ok;
  }
  output.raw(`${isReplaced ? 'replaced' : 'added'} ${label} in ${own.configFile}`);
  if (names.length > 0) output.note(`its secrets are in ${own.envFile}: ${names.join(', ')}`);
  return EXIT.ok;
}

/** Variables that only the replaced entry uses may get new values. */
function variablesFor(label: string, config: OpenConfig, environment: Variables['environment']): Variables {
  const { values, servers, variables } = config;
  const { mcp_servers: _servers, ...sections } = values;
  const others = [...servers].filter(([each]) => each !== label).map(([, entry]) => entry);
  const free = soleVariables(config, [label]).filter((name) => environment[name] === undefined);
  const file = new Map([...variables].filter(([name]) => !free.includes(name)));
  return { environment, file, added: new Map(), uses: countUses([sections, ...others]) };
}

/** What stands in the way of the server, though it can be written. */
async function doubts(
  label: string,
  entry: JsonObject,
  about: {
    readonly config: OpenConfig;
    readonly unset: readonly string[];
    readonly environment: Variables['environment'];
    readonly cwd: string;
  },
): Promise<readonly string[]> {
  const { config, unset, environment, cwd } = about;
  const waiting = unset.map(
    (name) => `it needs the variable ${name}, which is not set; set it in ${config.own.envFile}`,
  );
  // Whatever else it waits for, its program can be looked for.
  const asSet = Object.fromEntries(unset.map((name) => [name, '']));
  const [server] = readServerEntries({ [label]: entry }, { ...environment, ...asSet }).servers;
  const isMissing = server?.endpoint.kind === 'stdio' && !(await isProgramFound(server.endpoint, environment, cwd));
  const covering = config.elsewhere.filter((each) => each.label === label && each.standing !== 'untrusted');
  return [
    ...waiting,
    ...(isMissing
      ? [`the program ${JSON.stringify(entry['command'])} was not found here; install it, or give its path`]
      : []),
    ...covering.map(({ file, kind }) =>
      kind === 'config'
        ? `${file} has a server ${label} too, which counts instead of this one`
        : `${label} of ${file} does not count any more: this one comes first`,
    ),
  ];
}

function unwritable(places: readonly string[], envFile: string): CommandError {
  return new CommandError(
    EXIT.usage,
    `the secret in ${places.join(', ')} can't be written to ${envFile}: ${UNHOLDABLE}`,
  );
}
