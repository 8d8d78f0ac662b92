import type { Logger } from '../../base/logger.ts';
import type { ConfigProblem } from '../../runtime/config.ts';

/** Where problems are told: the terminal, or a log. */
export interface Teller {
  warn(text: string): void;
  error(text: string): void;
}

/** Tells what is wrong in the configuration, each with its remedy and under its own severity. */
export function tellProblems(problems: readonly ConfigProblem[], teller: Teller): void {
  for (const problem of problems) {
    const text = sentenceOf(problem);
    if (problem.severity === 'error') teller.error(text);
    else teller.warn(text);
  }
}

/** A problem and what to do about it. */
export function sentenceOf({ message, remedy }: ConfigProblem): string {
  return remedy === undefined ? message : `${message}; ${remedy}`;
}

/** A teller that writes log lines. */
export function logged(logger: Logger): Teller {
  return { warn: (text) => logger.warn(text), error: (text) => logger.error(text) };
}
