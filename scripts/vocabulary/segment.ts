const LONGEST_WORD = 8;

/** The words of a Chinese text, as the table will find them: at each place the longest that is known, else one character. */
export function segment(text: string, isKnown: (word: string) => boolean): string[] {
  const runs = text.normalize('NFKC').match(/[\u3400-\u9fff]+/g) ?? [];
  return runs.flatMap((run) => {
    const words: string[] = [];
    for (let start = 0; start < run.length; ) {
      let length = Math.min(LONGEST_WORD, run.length - start);
      while (length > 1 && !isKnown(run.slice(start, start + length))) length--;
      words.push(run.slice(start, start + length));
      start += length;
    }
    return words;
  });
}
