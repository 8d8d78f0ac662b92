import { foldName } from '../../registry/resolve-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { otherWords } from '../search/other-words.ts';
import { stem } from '../search/stem.ts';
import { asciiWords, normalise } from '../search/tokenise.ts';
import { documentText, searchNames } from './document-text.ts';
import { createTermIndexer, type TermIndex, type TermSpace } from './postings.ts';

/** What search knows of one source's definitions together. */
export interface SourceIndex extends Readonly<Record<TermSpace, TermIndex>> {
  /** Documents by each of their folded names. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

const indexes = new WeakMap<readonly ToolDefinition[], SourceIndex>();

/** The index of one source, made once per array of definitions (every time while the array is not frozen). */
export function sourceIndex(definitions: readonly ToolDefinition[]): SourceIndex {
  const known = indexes.get(definitions);
  if (known !== undefined) return known;
  const words = createTermIndexer(stem);
  const others = createTermIndexer((word) => word);
  for (const tool of definitions) {
    const text = normalise(documentText(tool));
    words.add(asciiWords(text));
    others.add(otherWords(text).flatMap(({ terms }) => terms));
  }
  const index: SourceIndex = {
    words: words.finish(),
    otherWords: others.finish(),
    names: indexNames(definitions),
  };
  if (Object.isFrozen(definitions)) indexes.set(definitions, index);
  return index;
}

function indexNames(definitions: readonly ToolDefinition[]): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  definitions.forEach((tool, document) => {
    for (const name of searchNames(tool)) {
      const folded = foldName(name);
      const documents = names.get(folded);
      if (documents === undefined) names.set(folded, [document]);
      else if (documents.at(-1) !== document) documents.push(document);
    }
  });
  return names;
}
