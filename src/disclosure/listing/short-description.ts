import { collapseWhitespace, firstCodePoints } from '../../base/text.ts';

/** Characters of a short description, the ellipsis not counted. */
const LIMIT = 60;

/** A full stop that ends no sentence: after `e.g`, `i.e` and `etc`. */
const SENTENCE_END = /(?<!e\.g|i\.e|etc)[.!?](?= |$)/u;

/**
 * A tool's description for the listing: its first sentence on one line, and of a long one the first 60 characters,
 * whole words, with `…`. Empty stays empty.
 */
export function shortDescription(description: string): string {
  const line = collapseWhitespace(description);
  const end = SENTENCE_END.exec(line)?.index;
  const { text, cut } = firstCodePoints(end === undefined ? line : line.slice(0, end + 1), LIMIT);
  if (!cut) return text;
  const space = text.lastIndexOf(' ');
  return `${(space > 0 ? text.slice(0, space) : text).replace(/[,;: ]+$/u, '')}…`;
}
