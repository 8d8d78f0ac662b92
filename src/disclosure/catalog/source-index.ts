import { foldName } from '../../registry/resolve-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { otherWords } from '../search/other-words.ts';
import { stem } from '../search/stem.ts';
import { asciiWords, normalise } from '../search/tokenise.ts';
import { documentText, searchNames } from './document-text.ts';
import { createTermIndexer, type TermIndex, type TermSpace } from './postings.ts';
import { createDirectory, type Place, type SourceDirectory } from './source-directory.ts';

/** What search knows of one source's definitions together. */
export interface SourceIndex extends Readonly<Record<TermSpace, TermIndex>> {
  /** Its place in {@link sourceDirectory}, where the marks of its terms are. */
  readonly place: Place;
}

const indexes = new WeakMap<readonly ToolDefinition[], SourceIndex>();

/**
 * The terms of all sources that were searched, and their tools' names: under the {@link nameKey} of each name the numbers of
 * the documents that may have it.
 */
export const sourceDirectory: SourceDirectory<TermSpace | 'names'> = createDirectory(['words', 'otherWords', 'names']);

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
  const indexed = { words: words.finish(), otherWords: others.finish() };
  const index: SourceIndex = {
    words: indexed.words.index,
    otherWords: indexed.otherWords.index,
    place: sourceDirectory.enter({
      words: indexed.words.marks,
      otherWords: indexed.otherWords.marks,
      names: nameEntries(definitions),
    }),
  };
  if (Object.isFrozen(definitions)) indexes.set(definitions, index);
  return index;
}

/** A name as the directory knows it: a few bytes for texts of some 70 characters. Other names may have the same key. */
export function nameKey(name: string): number {
  const folded = foldName(name);
  let hash = 0x811c9dc5;
  for (let i = 0; i < folded.length; i++) hash = Math.imul(hash ^ folded.charCodeAt(i), 0x01000193);
  return hash | 0;
}

function nameEntries(definitions: readonly ToolDefinition[]): [number, number][] {
  return definitions.flatMap((tool, document) =>
    [...new Set(searchNames(tool).map(nameKey))].map((key): [number, number] => [key, document]),
  );
}
