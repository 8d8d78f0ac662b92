import { collapseWhitespace, firstCodePoints } from '../../../base/text.ts';
import { removeHiddenCharacters } from '../../../guard/hidden-characters.ts';

/** Characters of a sentence in an answer; a server's own words may be part of it. */
const LIMIT = 160;

/** A sentence for a model: one line, nothing hidden in it, at most 160 characters and an ellipsis. */
export function oneLine(said: string): string {
  const { text, cut } = firstCodePoints(collapseWhitespace(removeHiddenCharacters(said).text), LIMIT);
  return cut ? `${text}…` : text;
}
