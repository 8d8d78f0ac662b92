import { STOP_WORDS } from '../../src/disclosure/related/vocabulary/stop-words.data.ts';
import { otherWords } from '../../src/disclosure/search/other-words.ts';
import { stem } from '../../src/disclosure/search/stem.ts';
import { asciiWords, normalise } from '../../src/disclosure/search/tokenise.ts';

/**
 * The words of a text that carry meaning, as the tuned baselines read it: compounds such as `createPR` whole and in
 * parts, no stop words, English stems, and pairs of characters where words are not set apart.
 */
export function contentTerms(text: string): readonly string[] {
  const normal = normalise(text);
  const words = asciiWords(normal).flatMap((word) => {
    const parts = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [word];
    return parts.length === 1 ? [word] : [word, ...parts];
  });
  const kept = words.map((word) => word.toLowerCase()).filter((word) => !STOP_WORDS.has(word));
  return [...kept.map(stem), ...otherWords(normal).flatMap(({ terms }) => terms)];
}
