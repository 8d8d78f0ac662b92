import { otherWords } from '../../search/other-words.ts';
import { stem } from '../../search/stem.ts';
import { asciiWords, normalise } from '../../search/tokenise.ts';
import { SHORT_FORMS } from './short-forms.data.ts';
import { STOP_WORDS } from './stop-words.data.ts';

/** A word of a text, and the term it stands for. */
export interface EnglishWord {
  /** In lower case, as it stands there or written out. */
  readonly text: string;
  readonly term: string;
}

/**
 * The words of a text that carry meaning, in order, repeats kept: compounds such as `createPR` in parts, short forms
 * written out, no stop words, English stems; words with other letters in lower case, and pairs of characters where words are
 * not set apart.
 */
export function meaningfulTerms(text: string): string[] {
  const normal = normalise(text);
  const english = englishWords(normal).map(({ term }) => term);
  return [...english, ...otherWords(normal).flatMap(({ terms }) => terms)];
}

/** The English words of a text that is normalised already, as {@link meaningfulTerms} reads them. */
export function englishWords(normal: string): EnglishWord[] {
  const words: EnglishWord[] = [];
  // In loops, as this is most of the time that reading a catalogue takes.
  for (const word of asciiWords(normal)) {
    for (const part of partsOf(word)) {
      const lower = part.toLowerCase();
      for (const text of SHORT_FORMS.get(lower) ?? [lower]) {
        if (!STOP_WORDS.has(text)) words.push({ text, term: stem(text) });
      }
    }
  }
  return words;
}

/** `createPullRequest` in three; a run with digits and one case (`k8s`, `base64`) stays whole. */
function partsOf(word: string): readonly string[] {
  return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(word)
    ? (word.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/g) ?? [word])
    : [word];
}
