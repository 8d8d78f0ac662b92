import { CommanderError } from 'commander';
import { createOutput, type Output } from '../terminal/output.ts';
import { EXIT, type ExitCode, faultOf } from './exit-code.ts';
import { type Host, Stopped } from './host.ts';
import { createProgram } from './program.ts';

/** Runs one command line to its end. Never rejects. */
export async function runCli(args: readonly string[], host: Host): Promise<ExitCode> {
  const output = createOutput(host.stdout, host.stderr, host.environment);
  try {
    let exitCode: ExitCode = EXIT.ok;
    const program = createProgram({ host, output }, (code) => {
      exitCode = code;
    });
    await program.parseAsync(args, { from: 'user' });
    return stopCode(host) ?? exitCode;
  } catch (error) {
    return stopCode(host) ?? exitCodeOf(error, output);
  }
}

function exitCodeOf(error: unknown, output: Output): ExitCode {
  // Commander has said what it has to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { message, exitCode } = faultOf(error);
  output.error(message);
  return exitCode;
}

function stopCode({ signal }: Host): ExitCode | undefined {
  return signal.aborted && signal.reason instanceof Stopped ? signal.reason.exitCode : undefined;
}
