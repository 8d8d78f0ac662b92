import type { Range } from './splice.ts';

/** How comments are written: `//` and `/* … *​/`, or `#`. */
export type CommentSyntax = 'slashes' | 'hash';

/** What stands between two members: nothing but space, comments and perhaps a comma. */
export interface Gap extends Range {
  readonly comments: readonly Range[];
  /** Where the comma stands. */
  readonly comma: number | undefined;
}

/** Reads the gap from `start` to `end`. */
export function readGap(text: string, start: number, end: number, syntax: CommentSyntax): Gap {
  const comments: Range[] = [];
  let comma: number | undefined;
  for (let at = start; at < end; at++) {
    const commentEnd = endOfComment(text, at, syntax);
    if (commentEnd > at) {
      comments.push({ start: at, end: Math.min(commentEnd, end) });
      at = commentEnd - 1;
    } else if (text[at] === ',') comma ??= at;
  }
  return { start, end, comments, comma };
}

/** Where the comment that begins at `at` ends, before the line break of a line comment; `at` when none begins there. */
export function endOfComment(text: string, at: number, syntax: CommentSyntax): number {
  if (syntax === 'hash') return text[at] === '#' ? endOfLine(text, at) : at;
  if (text[at] !== '/') return at;
  if (text[at + 1] === '/') return endOfLine(text, at);
  if (text[at + 1] !== '*') return at;
  const close = text.indexOf('*/', at + 2);
  return close === -1 ? text.length : close + 2;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}
