/** Deeper than any configuration, and far from the end of the stack. */
export const MAX_NESTING = 200;

/**
 * Whether a text in YAML or JSON nests deeper than {@link MAX_NESTING} levels: by brackets that are open at a time, or by
 * markers that open a level each, in one line. To be asked before parsing, because parsers recurse.
 */
export function nestsDeeply(content: string): boolean {
  let open = 0;
  let markers = 0;
  for (const [mark] of content.matchAll(/[[\]{}\n,]|[-?:][ \t]/g)) {
    // Behind a comma comes the next member, not a deeper one.
    if (mark === '\n' || mark === ',') markers = 0;
    else if (mark === '[' || mark === '{') open++;
    else if (mark === ']' || mark === '}') open = Math.max(0, open - 1);
    else markers++;
    if (open > MAX_NESTING || markers > MAX_NESTING) return true;
  }
  return false;
}
