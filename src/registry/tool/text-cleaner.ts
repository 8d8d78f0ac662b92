import { firstCodePoints } from '../../base/text.ts';
import { removeHiddenCharacters } from '../../guard/hidden-characters.ts';

/** Longer texts help no model, and would cost whoever waits while they are read and indexed. */
const MAX_TEXT_CHARS = 50_000;

/** Bounds and cleans texts, and says what that came to. */
export function createTextCleaner(): { clean(text: string): string; warnings(): readonly string[] } {
  let hidden = 0;
  let cuts = 0;
  return {
    clean(given) {
      const { text: bounded, cut } = firstCodePoints(given, MAX_TEXT_CHARS);
      const { text: clean, removed } = removeHiddenCharacters(bounded);
      hidden += removed;
      cuts += cut ? 1 : 0;
      return cut ? `${clean}…` : clean;
    },
    warnings: () => [
      ...(hidden === 0 ? [] : [`${hidden} hidden characters removed from its texts`]),
      ...(cuts === 0 ? [] : [`${cuts} of its texts are cut at ${MAX_TEXT_CHARS} characters`]),
    ],
  };
}
