import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { otherWords } from '../search/other-words.ts';
import { normalise, tokenise } from '../search/tokenise.ts';
import { documentText, fullName } from './document-text.ts';

/** The two term spaces: stems of ASCII words, and words with other letters. Each has lengths of its own. */
export type TermSpace = 'words' | 'otherWords';

/** What search knows of one tool: the terms of its document in each space, in order, repeats kept. */
export interface Card extends Readonly<Record<TermSpace, readonly string[]>> {
  /** The published name and the full one, in lower case, each once. */
  readonly names: readonly string[];
}

const cards = new WeakMap<ToolDefinition, Card>();

/** The card of a tool, made once per definition: a changed tool is another definition. */
export function cardOf(tool: ToolDefinition): Card {
  let card = cards.get(tool);
  if (card === undefined) {
    card = makeCard(tool);
    cards.set(tool, card);
  }
  return card;
}

function makeCard(tool: ToolDefinition): Card {
  const text = normalise(documentText(tool));
  const published = tool.name.toLowerCase();
  const full = fullName(tool).toLowerCase();
  return {
    words: tokenise(text),
    otherWords: otherWords(text).flatMap((word) => word.terms),
    names: published === full ? [full] : [published, full],
  };
}
