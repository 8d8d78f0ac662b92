import { CallslipError } from '../base/errors.ts';

/** A place in a text; both numbers count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * What is thrown for a file that can't be read: `invalid-config`, the file and, if known, line and column before `what`.
 *
 * @param what must repeat nothing that stands in the file: it may be a secret.
 */
export function documentFault(file: string, what: string, at?: Place): CallslipError {
  const place = at === undefined ? file : `${file}:${at.line}:${at.column}`;
  return new CallslipError('invalid-config', `${place}: ${what}`, {
    data: { file, ...(at === undefined ? {} : { line: at.line, column: at.column }) },
  });
}

/** The place of an offset in a text. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
