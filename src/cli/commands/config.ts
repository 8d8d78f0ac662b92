import { stringify } from 'yaml';
import { z } from 'zod';
import { gatewayFragment } from '../../gateway/config.ts';
import { type CallslipConfig, type ConfigProblem, configFragment, readConfig } from '../../runtime/config.ts';
import { type LoadedConfig, loadConfig } from '../../runtime/load-config.ts';
import { recordTrust } from '../../runtime/project-trust.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { resolvedConfig } from '../report/resolved-config.ts';
import { loadGateway } from '../session/open-gateway.ts';
import { sentenceOf, tellProblems } from '../session/tell-problems.ts';

/** Options of `callslip config`. */
export interface ConfigCommandOptions extends SharedOptions {
  readonly check?: boolean;
  readonly trust?: boolean;
  readonly schema?: boolean;
}

/** Shows, checks or trusts the configuration. Starts nothing. */
export async function config(
  context: CommandContext,
  _args: readonly string[],
  options: ConfigCommandOptions,
): Promise<ExitCode> {
  const { host, output } = context;
  if (options.schema === true) {
    const schema = configFragment.extend({ gateway: gatewayFragment.partial().optional() });
    output.json(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));
    return EXIT.ok;
  }
  const loaded = await loadConfig({
    cwd: host.cwd,
    environment: host.environment,
    ...(options.config === undefined ? {} : { configFile: options.config }),
    ...(options.mcpJson === undefined ? {} : { mcpJson: options.mcpJson }),
  });
  const used = readConfig(loaded);
  if (options.trust === true) return trust(loaded, used, context);
  const { gateway, problems: gatewayProblems } = loadGateway(loaded);
  const problems = [...used.problems, ...gatewayProblems];
  if (options.check === true) return check(problems, options, context);
  tellProblems(problems, output);
  const resolved = resolvedConfig(loaded, used, gateway);
  const files = [...loaded.files, ...loaded.mcpJson.map(({ file }) => file)];
  if (options.json === true) {
    output.json(JSON.stringify({ files, config: resolved }));
  } else {
    const from = files.length === 0 ? ['(no configuration file; these are the defaults)'] : files;
    output.raw([...from.map((file) => `# ${file}`), stringify(resolved, { lineWidth: 0 })].join('\n'));
  }
  return EXIT.ok;
}

/** A problem of severity `error` fails the check; warnings are only told, for keys of other programs are no fault. */
function check(problems: readonly ConfigProblem[], { json }: SharedOptions, { output }: CommandContext): ExitCode {
  const isFine = problems.every(({ severity }) => severity === 'warning');
  if (json === true) output.json(JSON.stringify({ ok: isFine, problems }));
  else output.raw(problems.length === 0 ? 'no problem found' : problems.map(sentenceWithSeverity).join('\n'));
  return isFine ? EXIT.ok : EXIT.usage;
}

async function trust({ project, home }: LoadedConfig, { heldBack }: CallslipConfig, { host, output }: CommandContext) {
  if (project === undefined) {
    throw new CommandError(
      EXIT.usage,
      `there is no project configuration to trust: ${host.cwd} has no .callslip/config.yaml`,
    );
  }
  await recordTrust(home, project.folder, project.digest);
  const servers = heldBack.map(({ label }) => label);
  const what = servers.length === 0 ? '' : `; its servers may start: ${servers.join(', ')}`;
  output.raw(`${project.folder} is trusted as it is now${what}`);
  return EXIT.ok;
}

function sentenceWithSeverity(problem: ConfigProblem): string {
  return `${problem.severity}: ${sentenceOf(problem)}`;
}
