import type { TermCorpus } from './corpus/term-corpus.ts';
import type { Evidence } from './features.ts';
import type { RequestWord } from './request.ts';

/** What speaks for a catalogue's having an answer to a request. */
export interface Signs {
  /** The score of the best document, less for a request of few words: one that agrees by chance is much of it. */
  readonly score: number;
  /** How short the catalogue's texts are: in long ones a word is more easily found. */
  readonly brevity: number;
  /** How much more often the catalogue has the request's words than catalogues do on the whole. */
  readonly atHome: number;
  /** How telling the three words are that speak most for the best document. */
  readonly telling: number;
}

/** The score of a request of so many words counts half. */
const FEW_WORDS = 2;

/** A text of so many terms has a brevity of 0. */
const USUAL_LENGTH = 60;

/** Keeps the shares of words that are nowhere above 0. */
const LEAST_SHARE = 0.002;
const LEAST_TOOL_SHARE = 0.0005;
const TELLING_WORDS = 3;

/** The signs of one request, by its best document. */
export function signsOf(
  corpus: Pick<TermCorpus, 'size' | 'averageLength'>,
  words: readonly Pick<RequestWord, 'documentFrequency' | 'share'>[],
  { score, matches }: Pick<Evidence, 'matches'> & { readonly score: number },
): Signs {
  const atHome = words.reduce((sum, { documentFrequency, share }) => {
    const here = documentFrequency / corpus.size;
    return sum + Math.log((here + LEAST_SHARE) / (share + LEAST_SHARE));
  }, 0);
  const telling = words
    .map(({ share }, word) => (matches[word] as number) * Math.log(1 + 1 / (share + LEAST_TOOL_SHARE)))
    .sort((a, b) => b - a)
    .slice(0, TELLING_WORDS);
  return {
    score: score * (words.length / (words.length + FEW_WORDS)),
    brevity: -Math.log(corpus.averageLength / USUAL_LENGTH),
    atHome: atHome / Math.max(words.length, 1),
    telling: telling.reduce((sum, value) => sum + value, 0),
  };
}
