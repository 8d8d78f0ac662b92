import { CommanderError } from 'commander';
import { createOutput, type Output } from '../terminal/output.ts';
import { EXIT, type ExitCode, faultOf } from './exit-code.ts';
import { type Host, Stopped } from './host.ts';
import { createProgram, withoutVainHelp } from './program.ts';

/** Runs one command line to its end. Never rejects. */
export async function runCli(args: readonly string[], host: Host): Promise<ExitCode> {
  const output = createOutput(host.stdout, host.stderr, host.environment);
  try {
    let exitCode: ExitCode = EXIT.ok;
    const program = createProgram({ host, output }, (code) => {
      exitCode = code;
    });
    await program.parseAsync(withoutVainHelp(args), { from: 'user' });
    return stopCode(host) ?? exitCode;
  } catch (error) {
    return stopCode(host) ?? tellFault(error, args, output);
  }
}

function tellFault(error: unknown, args: readonly string[], output: Output): ExitCode {
  const isOfUse = error instanceof CommanderError;
  if (isOfUse && error.exitCode === 0) return EXIT.ok;
  const { message, exitCode } = isOfUse
    ? { message: error.message.replace(/^error: /u, ''), exitCode: EXIT.usage }
    : faultOf(error);
  // Commander has said its own already.
  if (!isOfUse) output.error(message);
  else if (error.code === 'commander.unknownOption' && args[0]?.startsWith('-')) {
    output.note('options go after the command, as in: callslip tools --config FILE');
  }
  if (wantsJson(args)) output.json(JSON.stringify({ error: message }));
  return exitCode;
}

/** Whether standard output is for JSON; that of `serve` over stdio is for the protocol. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--json') && (options[0] !== 'serve' || options.includes('--http'));
}

/** The exit code of a command that was stopped; absent while nobody stops it. */
export function stopCode({ signal }: Pick<Host, 'signal'>): ExitCode | undefined {
  return signal.aborted && signal.reason instanceof Stopped ? signal.reason.exitCode : undefined;
}
