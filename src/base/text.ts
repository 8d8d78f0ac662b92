/** Every run of white space as one space, none at the ends. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The first `limit` code points of a text, never half a character. `cut` tells whether anything was left out. */
export function firstCodePoints(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return { text: text.slice(0, end), cut: end < text.length };
}

/** How strings are ordered everywhere: by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The same text for keeping. Engines hold a longer part of a text as a view of the whole, so a word that is kept would keep
 * the whole of what it was read from.
 */
export function detached(part: string): string {
  return part.length < 13 ? part : `${part} `.slice(0, -1);
}
