import { STOP_WORDS } from '../../src/disclosure/related/vocabulary/stop-words.data.ts';
import { stem } from '../../src/disclosure/search/stem.ts';
import { asciiWords, normalise } from '../../src/disclosure/search/tokenise.ts';
import { type ToolText, wholeText } from './catalogue-texts.ts';

/** A stem's vector is the mean of so many of its words, the most used ones. */
const MOST_WORDS = 3;

/** Of the words of general English, so many of the most frequent are looked at. */
const GENERAL_WORDS = 32_000;

/** The English words of a text in order, repeats kept: compounds such as `createPR` taken apart, no stop words. */
function wordsIn(text: string): string[] {
  const parts = asciiWords(normalise(text)).flatMap((word) =>
    word
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .split(' '),
  );
  return parts.filter((word) => !STOP_WORDS.has(word));
}

/** The stems of {@link wordsIn}. */
export function stemsIn(text: string): string[] {
  return wordsIn(text).map(stem);
}

/**
 * The stems that get a vector, `most` of them, each with the words that it stands for: those that two tools or more have,
 * then the most frequent of general English.
 *
 * @param general words of general English, the most frequent first.
 */
export function chooseStems(
  tools: readonly ToolText[],
  general: readonly string[],
  most: number,
): ReadonlyMap<string, readonly string[]> {
  const wordsOfStems = new Map<string, string[]>();
  const frequent = general.filter((word) => /^[a-z][a-z0-9]+$/.test(word) && word.length < 20).slice(0, GENERAL_WORDS);
  for (const word of new Set([...wordsOfTools(tools), ...frequent])) {
    const words = wordsOfStems.get(stem(word)) ?? [];
    if (words.length === 0 && wordsOfStems.size === most) continue;
    if (words.length < MOST_WORDS) words.push(word);
    wordsOfStems.set(stem(word), words);
  }
  return wordsOfStems;
}

/** The words that two tools or more have, the most used first. */
function wordsOfTools(tools: readonly ToolText[]): string[] {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    for (const word of new Set(wordsIn(wholeText(tool)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([word, count]) => count > 1 && /^[a-z][a-z0-9]{1,23}$/.test(word))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word]) => word);
}
