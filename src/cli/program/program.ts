import { Command } from 'commander';
import { packageVersion } from '../../runtime/package-root.ts';
import type { CommandContext } from './command.ts';
import type { ExitCode } from './exit-code.ts';
import { VERBS, type Verb } from './verbs.ts';

const EXIT_CODES =
  'Exit codes: 0 ok, 1 a tool or server failed, 2 usage or configuration, 3 not found, 130 interrupted';

/**
 * The command line as commander knows it. Faults of use are said on standard error and thrown as `CommanderError`.
 *
 * @param finish told of the exit code of the command that ran.
 */
export function createProgram(context: CommandContext, finish: (exitCode: ExitCode) => void): Command {
  const { host } = context;
  const program = new Command('callslip')
    .description('The tool layer of an AI agent: many tools behind a few, found and called on demand.')
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError('(see callslip --help)')
    .addHelpText('after', `\n${EXIT_CODES}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const verb of VERBS) addVerb(program, verb, context, finish);
  return program;
}

function addVerb(program: Command, verb: Verb, context: CommandContext, finish: (exitCode: ExitCode) => void): void {
  const command = program
    .command(verb.args === undefined ? verb.name : `${verb.name} ${verb.args}`)
    .description(verb.summary)
    .option('--config <file>', "configuration file, in place of the home's and the project's")
    .option(
      '--mcp-json <file>',
      'an mcp.json with further servers; may be repeated',
      (file: string, others: string[] = []) => [...others, file],
    )
    .option('--tools <file>', 'tool definitions from a file (JSON, JSONL, .gz) in place of servers')
    .option('--json', 'machine-readable output')
    .addHelpText('after', `\nExamples:\n${verb.examples.map((example) => `  $ ${example}`).join('\n')}`);
  command.showHelpAfterError(`(see callslip ${verb.name} --help)`);
  verb.options?.(command);
  command.action(async () => {
    const run = await verb.load();
    finish(await run(context, command.args, command.opts() as never));
  });
}
