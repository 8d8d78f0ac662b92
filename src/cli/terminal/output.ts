import type { Writable } from 'node:stream';
import { printable, printableJson, type Style, styleFor } from './printable.ts';
import { createProgressLine, type ProgressLine } from './progress-line.ts';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Data goes to standard output; everything said about it goes to standard error. */
export interface Output {
  /** Colour for standard output. */
  readonly style: Style;
  /** Columns of the terminal; absent when standard output is none. */
  readonly width: number | undefined;
  /** Lines of our own making for standard output; what others wrote must be printable already. */
  print(text: string): void;
  /** What others wrote, to standard output: as it is, but without steering characters when that is a terminal. */
  raw(text: string): void;
  /** One JSON value on one line; `text` is its JSON, and these very bytes are written unless that is a terminal. */
  json(text: string): void;
  /** A line on standard error. */
  note(text: string): void;
  /** The same, marked as a warning. */
  warn(text: string): void;
  /** The same, marked as an error. */
  error(text: string): void;
  /** What goes on right now. */
  readonly progress: ProgressLine;
}

/** Output over two streams. */
export function createOutput(
  stdout: OutputStream,
  stderr: OutputStream,
  environment: Readonly<Record<string, string | undefined>>,
): Output {
  const isTerminal = stdout.isTTY === true;
  const notes = styleFor(stderr.isTTY === true, environment);
  const progress = createProgressLine(stderr);
  const toStdout = (text: string) => {
    progress.clear();
    stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  };
  const toStderr = (prefix: string, text: string) => {
    progress.clear();
    stderr.write(`${prefix}${printable(text)}\n`);
  };
  return {
    style: styleFor(isTerminal, environment),
    width: isTerminal ? stdout.columns || 80 : undefined,
    print: toStdout,
    raw: (text) => toStdout(isTerminal ? printable(text) : text),
    json: (text) => toStdout(isTerminal ? printableJson(text) : text),
    note: (text) => toStderr('', text),
    warn: (text) => toStderr(`${notes.warn('warning:')} `, text),
    error: (text) => toStderr(`${notes.bad('error:')} `, text),
    progress,
  };
}
