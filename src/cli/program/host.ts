import type { Readable } from 'node:stream';
import type { OutputStream } from '../terminal/output.ts';

/** What a command line is run in. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** The file that was started, when a file was. */
  readonly script?: string | undefined;
  /** Aborted when the user, or whoever reads our output, has had enough; the reason is a {@link Stopped}. */
  readonly signal: AbortSignal;
  /**
   * For a command whose regular end is to be stopped. It has so many milliseconds for that, and a signal then ends the
   * process with 0.
   */
  readonly endsWhenStopped: (limitMs: number) => void;
}

/** Why a command ends before its time. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  constructor(what: string, exitCode: number) {
    super(what);
    this.exitCode = exitCode;
  }
}
