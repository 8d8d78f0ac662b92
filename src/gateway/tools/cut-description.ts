const ELLIPSIS = '…';
const REST = ' (tool_describe has the rest)';
/** How much of the room may be given up for a good place to cut at. */
const GIVEN_UP = 0.4;

/**
 * The beginning of a description, of at most `limit` characters: up to the end of a sentence, else of a word. Says that
 * something is missing and, where `isDescribed`, where it is.
 */
export function cutDescription(text: string, limit: number, isDescribed: boolean): string {
  if (text.length <= limit) return text;
  const end = isDescribed ? ` ${ELLIPSIS}${REST}` : ` ${ELLIPSIS}`;
  const head = text.slice(0, limit - end.length);
  const least = Math.floor(head.length * (1 - GIVEN_UP));
  const sentence = lastEnd(head, /[.!?](?=\s)/gu);
  const word = lastEnd(head, /\S(?=\s)/gu);
  const at = [sentence, word].find((place) => place >= least) ?? wholeCharacters(head);
  return `${head.slice(0, at)}${end}`;
}

function lastEnd(text: string, pattern: RegExp): number {
  let at = -1;
  for (const match of text.matchAll(pattern)) at = match.index + 1;
  return at;
}

/** Half a character is none. */
function wholeCharacters(text: string): number {
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
