import { otherWords } from '../search/other-words.ts';
import { stem } from '../search/stem.ts';
import { asciiWords, normalise } from '../search/tokenise.ts';
import { SHORT_FORMS } from './short-forms.data.ts';
import { STOP_WORDS } from './stop-words.data.ts';

/**
 * The words of a text that carry meaning, in order, repeats kept: compounds such as `createPR` in parts, short forms
 * written out, no stop words, English stems; words with other letters in lower case, and pairs of characters where words are
 * not set apart.
 */
export function meaningfulTerms(text: string): string[] {
  const normal = normalise(text);
  return [...englishTerms(normal), ...otherWords(normal).flatMap(({ terms }) => terms)];
}

/** The English part of {@link meaningfulTerms} of a text that is normalised already. */
export function englishTerms(normal: string): string[] {
  return asciiWords(normal)
    .flatMap(partsOf)
    .map((part) => part.toLowerCase())
    .flatMap((part) => SHORT_FORMS.get(part) ?? [part])
    .filter((part) => !STOP_WORDS.has(part))
    .map(stem);
}

/** `createPullRequest` in three; a run with digits and one case (`k8s`, `base64`) stays whole. */
function partsOf(word: string): readonly string[] {
  return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(word) ? (word.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/g) ?? [word]) : [word];
}
