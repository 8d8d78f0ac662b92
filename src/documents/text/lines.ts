/**
 * The spaces and tabs between the start of the line and `offset`; absent when something else stands there. Looks no
 * further than it must: a file may be one line of many megabytes.
 */
export function indentBefore(text: string, offset: number): string | undefined {
  const start = skipSpaceBack(text, offset);
  return start === 0 || text[start - 1] === '\n' ? text.slice(start, offset) : undefined;
}

/** Where the line ends, before its line break, when only spaces follow on `offset`; absent when something else does. */
export function lineEndAfter(text: string, offset: number): number | undefined {
  const end = skipSpace(text, offset);
  return end === text.length || breakLength(text, end) > 0 ? end : undefined;
}

/** The offset behind the line break that stands at `offset`, if one does. */
export function afterBreak(text: string, offset: number): number {
  return offset + breakLength(text, offset);
}

/** The offset behind the spaces and tabs at `offset`. */
export function skipSpace(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end;
}

/** The offset before the spaces and tabs that end at `offset`. */
export function skipSpaceBack(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return start;
}

/** The spaces and tabs with which the line of `offset` begins. */
export function indentOfLine(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(start, Math.min(skipSpace(text, start), offset));
}

/** What ends the first line of a text; a line feed when nothing does. */
export function lineBreakOf(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

function breakLength(text: string, offset: number): number {
  if (text[offset] === '\n') return 1;
  return text[offset] === '\r' && text[offset + 1] === '\n' ? 2 : 0;
}
