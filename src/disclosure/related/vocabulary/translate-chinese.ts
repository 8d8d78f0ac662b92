import { readMeaning, STOP_WORD, type Translation, UNTRANSLATED } from './chinese-meaning.ts';

/** A Chinese word of a query. */
interface ChineseWord {
  /** Where it stands in its run, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** What it may mean, the likeliest first; empty when the table does not know. */
  readonly translations: readonly Translation[];
}

/** A table of Chinese words, opened. */
export interface ChineseTable {
  /**
   * The words of a run of Chinese letters, in order, without those that say nothing about what is wanted (请, 帮我). At
   * each place the longest word that the table has is taken; neighbouring characters that it does not have are one word
   * without translation, and so are three or more characters in a row that are words only one by one: such are names.
   * Traditional characters are read as the simplified ones. A run with kana is Japanese and is not translated: it gives
   * no word. Of very long runs only the first 1,024 units are read.
   */
  translate(run: string): readonly ChineseWord[];
}

const MOST_UNITS = 1024;
const NAME_CHARACTERS = 3;
const KANA = /[\u3041-\u30ff]/;

/** The words that begin with one character: what follows it, and what that means. */
interface Bucket {
  readonly meanings: ReadonlyMap<string, string>;
  readonly longest: number;
}

/** A stretch of a run: a word of the table with its meaning, or one character that is none. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly meaning: string | undefined;
}

/**
 * Opens a table that `scripts/vocabulary/make-chinese.ts` made. Its lines are: the English stems; pairs of a traditional and
 * a simplified character; then for each first character the words that begin with it, each as the rest of the word and
 * its meaning: codes of stems, the likeliest first, a digit after a code for its weight where that is not the one before.
 */
export function openChinese(data: string): ChineseTable {
  const stemsEnd = data.indexOf('\n');
  const pairsEnd = data.indexOf('\n', stemsEnd + 1);
  const stems = data.slice(0, stemsEnd).split(' ');
  const simplified = new Map<string, string>();
  for (let i = stemsEnd + 1; i < pairsEnd; i += 2) simplified.set(data.charAt(i), data.charAt(i + 1));
  const bucketOf = openBuckets(data, pairsEnd + 1);
  return {
    translate(run) {
      if (KANA.test(run)) return [];
      const text = Array.from(run.slice(0, MOST_UNITS).split(''), (unit) => simplified.get(unit) ?? unit).join('');
      return joinUnknown(piecesOf(text, bucketOf))
        .filter(({ meaning }) => meaning !== STOP_WORD)
        .map(({ start, end, meaning }) => ({ start, end, translations: readMeaning(meaning, stems) }));
    },
  };
}

/** Buckets are read from their line when a query first needs them. */
function openBuckets(data: string, from: number): (character: string) => Bucket | undefined {
  const lines = new Map<string, number>();
  for (let start = from; start > 0; start = data.indexOf('\n', start) + 1) lines.set(data.charAt(start), start);
  const opened = new Map<string, Bucket>();
  return (character) => {
    const start = lines.get(character);
    if (start === undefined) return undefined;
    const known = opened.get(character);
    if (known !== undefined) return known;
    const end = data.indexOf('\n', start);
    const bucket = readBucket(data.slice(start + 1, end === -1 ? data.length : end));
    opened.set(character, bucket);
    return bucket;
  };
}

function readBucket(line: string): Bucket {
  const meanings = new Map<string, string>();
  let longest = 0;
  for (const [, rest = '', meaning = ''] of line.matchAll(/([\u3400-\u9fff]*)([!-~]+)/g)) {
    meanings.set(rest, meaning);
    longest = Math.max(longest, rest.length);
  }
  return { meanings, longest };
}

function piecesOf(text: string, bucketOf: (character: string) => Bucket | undefined): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const piece = pieceAt(text, start, bucketOf(text.charAt(start)));
    pieces.push(piece);
    start = piece.end;
  }
  return pieces;
}

function pieceAt(text: string, start: number, bucket: Bucket | undefined): Piece {
  for (let length = Math.min(bucket?.longest ?? 0, text.length - start - 1); length > 0; length--) {
    const end = start + 1 + length;
    const meaning = bucket?.meanings.get(text.slice(start + 1, end));
    if (meaning !== undefined) return { start, end, meaning };
  }
  return { start, end: start + 1, meaning: bucket?.meanings.get('') };
}

/** Makes one unknown word of neighbouring characters that are none, or that are words only one by one. */
function joinUnknown(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (let i = 0; i < pieces.length; ) {
    let next = i;
    while (next < pieces.length && isLone(pieces[next])) next++;
    const lone = pieces.slice(i, next);
    const isName =
      lone.length >= NAME_CHARACTERS || (lone.length > 1 && lone.every(({ meaning }) => meaning === undefined));
    if (isName) joined.push({ start: lone[0]?.start ?? 0, end: lone.at(-1)?.end ?? 0, meaning: UNTRANSLATED });
    else joined.push(...pieces.slice(i, Math.max(next, i + 1)));
    i = Math.max(next, i + 1);
  }
  return joined;
}

function isLone(piece: Piece | undefined): boolean {
  return piece !== undefined && piece.end - piece.start === 1 && piece.meaning !== STOP_WORD;
}
