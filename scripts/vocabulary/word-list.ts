import { readFileSync } from 'node:fs';
import { type Translations, toShares } from './align.ts';
import { englishStems } from './english-words.ts';

/** Reads our own list of words: a Chinese word a line, then its English words, the likeliest first. */
export function readWordList(file: URL): Translations {
  return new Map(
    linesOf(file).map((line) => {
      const [word = '', ...english] = line.split(' ');
      const stems = [...new Set(englishStems(english.join(' ')))];
      return [word, toShares(new Map(stems.map((name, i) => [name, 1 / (1 + 0.2 * i)])))];
    }),
  );
}

/** Reads the words of Chinese requests that say nothing about the tool. */
export function readStopWords(file: URL): ReadonlySet<string> {
  return new Set(linesOf(file).flatMap((line) => line.split(' ')));
}

function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}
