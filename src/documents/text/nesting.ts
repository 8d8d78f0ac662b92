/** Deeper than any configuration, and far from the end of the stack. */
export const MAX_NESTING = 200;

/** What is said of a text that nests deeper. */
export const TOO_DEEP: string = `it nests deeper than ${MAX_NESTING} levels`;

/**
 * Whether more than {@link MAX_NESTING} brackets are open at a time. To be asked before parsing: parsers recurse, and V8
 * ends the process when a regular expression is compiled on a stack that is nearly full.
 *
 * @param skip where the text or comment that begins at an offset ends; the offset itself when none begins there.
 */
export function nestsDeeply(text: string, skip: (text: string, at: number) => number): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '[' || mark === '{') open++;
    else if (mark === ']' || mark === '}') open--;
    else at = Math.max(at, skip(text, at) - 1);
    if (open > MAX_NESTING) return true;
  }
  return false;
}

/** The offset behind a text that `quote` at `at` opens, where a backslash keeps the next character from closing it. */
export function endOfQuoted(text: string, at: number, quote: string): number {
  for (let end = at + quote.length; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text.startsWith(quote, end)) return end + quote.length;
  }
  return text.length;
}
