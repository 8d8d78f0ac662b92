import type { ExitStatus } from '../../transport/stdio-transport.ts';

/** A program as it is remembered. */
interface Program {
  readonly exit: ExitStatus | undefined;
  readonly stderr: string;
}

/** True for two runs of a program that ended by themselves in the same way, saying the same but for numbers. */
export function endedAlike(first: Program | undefined, second: Program | undefined): boolean {
  if (first === second || first?.exit === undefined || second?.exit === undefined) return false;
  const isSameExit = first.exit.code === second.exit.code && first.exit.signal === second.exit.signal;
  return isSameExit && first.exit.signal === null && withoutNumbers(first) === withoutNumbers(second);
}

function withoutNumbers({ stderr }: Program): string {
  return stderr.replace(/\d+/g, '#');
}
