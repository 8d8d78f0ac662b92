import type { Output } from '../terminal/output.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';

/** What a command works with. */
export interface CommandContext {
  readonly host: Host;
  readonly output: Output;
}

/** Options of every command. */
export interface SharedOptions {
  readonly config?: string;
  readonly mcpJson?: readonly string[];
  readonly tools?: string;
  readonly json?: boolean;
}

/** A command: does its work, says what it has to say, and gives the exit code. It may throw; the message is shown. */
export type Run<Options extends SharedOptions = SharedOptions> = (
  context: CommandContext,
  args: readonly string[],
  options: Options,
) => Promise<ExitCode>;
