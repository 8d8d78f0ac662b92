import path from 'node:path';
import { Command, Help } from 'commander';
import { packageVersion } from '../../runtime/package-root.ts';
import type { CommandContext } from './command.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { manyPaths, onePath } from './option-values.ts';
import { VERBS, type Verb } from './verbs.ts';

const EXIT_CODES = `Exit codes: 0 ok, also a search without a match; 1 a tool or server failed, or
            a score fell; 2 usage or configuration; 3 not found; 130 interrupted`;

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
    .usage('<command> [options]')
    .configureHelp({ subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', '') })
    .showHelpAfterError('(see callslip --help)')
    .addHelpText('afterAll', ['', EXIT_CODES, ...howToType(host)].join('\n'))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const verb of VERBS) addVerb(program, verb, context, finish);
  program.commandsGroup(`${VERBS.at(-1)?.group}:`).helpCommand(true);
  return program;
}

function addVerb(program: Command, verb: Verb, context: CommandContext, finish: (exitCode: ExitCode) => void): void {
  const command = program
    .command(verb.args === undefined ? verb.name : `${verb.name} ${verb.args}`)
    .description(verb.summary)
    .helpGroup(`${verb.group}:`);
  verb.options?.(command);
  command.option('--config <file>', "configuration file, in place of the home's and the project's", onePath);
  if (verb.on !== 'files') {
    command.option('--mcp-json <file>', 'further servers from a file of any client; may be repeated', manyPaths);
  }
  if (verb.on === undefined) {
    command.option('--tools <file>', 'tool definitions from a file (JSON, JSONL, .gz) in place of servers', onePath);
  }
  command
    .option('--json', 'machine-readable output')
    .addHelpText('after', `\nExamples:\n${verb.examples.map((example) => `  $ ${example}`).join('\n')}`);
  command.showHelpAfterError(`(see callslip ${verb.name} --help)`);
  command.action(async () => {
    const run = await verb.load();
    finish(await run(context, command.args, command.opts() as never));
  });
}

/**
 * The arguments, but that help for a command that there is none of is read as that command, so that the mistake is
 * named.
 */
export function withoutVainHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  const wanted = first === 'help' ? rest[0] : first;
  const isVain = wanted !== undefined && /^[^-]/.test(wanted) && wanted !== 'help' && !VERBS.some(isNamed(wanted));
  return isVain ? [wanted] : args;
}

function isNamed(wanted: string): (verb: Verb) => boolean {
  return ({ name }) => name === wanted;
}

/** Where the built file was started itself, `callslip` may be no command of the user's. */
function howToType({ cwd, script }: Host): readonly string[] {
  if (script === undefined || path.basename(script) !== 'main.js') return [];
  const file = path.relative(cwd, script);
  return [`Here, callslip is: node ${/\s/.test(file) ? JSON.stringify(file) : file}`];
}
