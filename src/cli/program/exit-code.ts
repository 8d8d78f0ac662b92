import { CallslipError, messageOf } from '../../base/errors.ts';

/** What the process says to whoever started it. */
export const EXIT = {
  /** Done; also a search without a match. */
  ok: 0,
  /** A tool or a server failed, or a score fell. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** No such tool, or not for this session. */
  notFound: 3,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

/** One of {@link EXIT}, or 128 plus the number of another signal. */
export type ExitCode = number;

/** Ends a command with a message on standard error. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

const FAULTS_OF_USE: ReadonlySet<string> = new Set(['invalid-config', 'invalid-tools-file', 'invalid-argument']);

/** What anything thrown means to a person: a message and an exit code. */
export function faultOf(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (CallslipError.isInstance(error)) {
    return { message: error.message, exitCode: FAULTS_OF_USE.has(error.code) ? EXIT.usage : EXIT.failed };
  }
  // What the system refuses has a code and says enough; anything else is a mistake of ours, and where counts.
  const isForeseen = error instanceof Error && 'code' in error;
  const message = isForeseen
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : messageOf(error);
  return { message, exitCode: EXIT.failed };
}
