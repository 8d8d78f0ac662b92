import { collapseWhitespace, firstCodePoints } from '../../base/text.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** Characters of a sentence; longer ones are no request that anybody makes. */
const LONGEST_SENTENCE = 200;

/** A full stop that ends no sentence follows `e.g`, `i.e` and `etc`. */
const SENTENCE_END = /(?<!e\.g|i\.e|etc)[.!?](?= |$)|[。！？]/u;

/** A name as somebody would say it: `createIssue_v2` as `create Issue v2`. */
export function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])(?=[A-Z][A-Za-z])/g, '$1 ')
    .replace(/([A-Z])(?=[A-Z][a-z]{2})/g, '$1 ')
    .replace(/[^A-Za-z0-9\u0080-\uffff]+/g, ' ')
    .trim();
}

/** The first sentence of a tool's description on one line, whole words of at most 200 characters; empty when it has none. */
export function firstSentence({ description }: Pick<ToolDefinition, 'description'>): string {
  const line = collapseWhitespace(description);
  const end = SENTENCE_END.exec(line)?.index;
  const { text, cut } = firstCodePoints(end === undefined ? line : line.slice(0, end + 1), LONGEST_SENTENCE);
  const space = text.lastIndexOf(' ');
  return cut && space > 0 ? text.slice(0, space) : text;
}
