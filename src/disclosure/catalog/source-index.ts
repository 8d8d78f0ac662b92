import { foldName } from '../../registry/resolve-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { type Card, cardOf, type TermSpace } from './card.ts';
import { indexTerms, type TermIndex } from './postings.ts';

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
  const cards = definitions.map(cardOf);
  const index: SourceIndex = {
    words: indexTerms(cards, 'words'),
    otherWords: indexTerms(cards, 'otherWords'),
    names: indexNames(cards),
  };
  if (Object.isFrozen(definitions)) indexes.set(definitions, index);
  return index;
}

function indexNames(cards: readonly Card[]): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  cards.forEach((card, document) => {
    for (const name of new Set(card.names.map(foldName))) {
      const documents = names.get(name);
      if (documents === undefined) names.set(name, [document]);
      else documents.push(document);
    }
  });
  return names;
}
