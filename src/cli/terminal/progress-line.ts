import type { Writable } from 'node:stream';
import { fitColumns } from './display-width.ts';
import { printableLine } from './printable.ts';

/** What goes on right now: one line that changes in place on a terminal; elsewhere each new text is a line of its own. */
export interface ProgressLine {
  show(text: string): void;
  /** Takes the line away, where that can be done. */
  clear(): void;
}

const TO_LINE_START_AND_CLEAR = '\r\u001b[2K';

/** A progress line on a stream. */
export function createProgressLine(
  stream: Writable & { readonly isTTY?: boolean; readonly columns?: number },
): ProgressLine {
  let shown = '';
  if (stream.isTTY !== true) {
    return {
      show(text) {
        if (text !== shown) stream.write(`${printableLine(text)}\n`);
        shown = text;
      },
      clear() {},
    };
  }
  return {
    show(text) {
      if (text === shown) return;
      shown = text;
      stream.write(TO_LINE_START_AND_CLEAR + fitColumns(printableLine(text), (stream.columns || 80) - 1));
    },
    clear() {
      if (shown !== '') stream.write(TO_LINE_START_AND_CLEAR);
      shown = '';
    },
  };
}
