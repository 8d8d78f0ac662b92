/** The two term spaces: stems of ASCII words, and words with other letters. Each has lengths of its own. */
export type TermSpace = 'words' | 'otherWords';

/** The documents that have a term, ascending, and how often each has it: a stretch of two lists that others share. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
  readonly start: number;
  /** The first place behind the stretch. */
  readonly end: number;
}

/** One term space of one source. A document's number is its index among the source's definitions. */
export interface TermIndex {
  /** How many terms each document has, repeats counted. */
  readonly lengths: Uint32Array;
  readonly totalLength: number;
  /** The place of each term in `starts`; its postings reach to the next start. */
  readonly slots: ReadonlyMap<string, number>;
  readonly starts: Uint32Array;
  /** All postings, one term behind the other. */
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
}

/** The documents that have a term; `undefined` when none has. Costs the same however long the postings are. */
export function findPostings({ slots, starts, documents, counts }: TermIndex, term: string): Postings | undefined {
  const slot = slots.get(term);
  if (slot === undefined) return undefined;
  return { documents, counts, start: starts[slot] as number, end: starts[slot + 1] as number };
}

/** Collects the words of one source's documents, in their order, and turns them round: documents by term. */
export interface TermIndexer {
  /** The next document: all its words, repeats kept. */
  add(words: readonly string[]): void;
  finish(): TermIndex;
}

/**
 * @param termOf the term a word stands for; asked once for each different word, as the words of a source repeat.
 */
export function createTermIndexer(termOf: (word: string) => string): TermIndexer {
  const slotOfWord = new Map<string, number>();
  const slots = new Map<string, number>();
  const frequencies: number[] = [];
  const lastDocuments: number[] = [];
  const slotsInOrder: number[] = [];
  const lengths: number[] = [];

  const slotOf = (word: string): number => {
    const term = termOf(word);
    const slot = slots.get(term) ?? slots.size;
    if (slot === slots.size) {
      slots.set(term, slot);
      frequencies.push(0);
      lastDocuments.push(-1);
    }
    slotOfWord.set(word, slot);
    return slot;
  };

  return {
    add(words) {
      const document = lengths.length;
      for (const word of words) {
        const slot = slotOfWord.get(word) ?? slotOf(word);
        if (lastDocuments[slot] !== document) {
          lastDocuments[slot] = document;
          frequencies[slot] = (frequencies[slot] as number) + 1;
        }
        slotsInOrder.push(slot);
      }
      lengths.push(words.length);
    },
    finish() {
      const starts = new Uint32Array(slots.size + 1);
      frequencies.forEach((frequency, slot) => {
        starts[slot + 1] = (starts[slot] as number) + frequency;
      });
      return {
        lengths: Uint32Array.from(lengths),
        totalLength: slotsInOrder.length,
        slots,
        starts,
        ...placePostings(lengths, slotsInOrder, starts),
      };
    },
  };
}

/** Puts each document into the stretches of its terms, counting repeats. */
function placePostings(
  lengths: readonly number[],
  slotsInOrder: readonly number[],
  starts: Uint32Array,
): Pick<TermIndex, 'documents' | 'counts'> {
  const total = starts.at(-1) ?? 0;
  const documents = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const ends = starts.slice();
  let entry = 0;
  lengths.forEach((length, document) => {
    for (const stop = entry + length; entry < stop; entry++) {
      const slot = slotsInOrder[entry] as number;
      const end = ends[slot] as number;
      const isRepeat = end > (starts[slot] as number) && documents[end - 1] === document;
      const place = isRepeat ? end - 1 : end;
      documents[place] = document;
      counts[place] = (counts[place] as number) + 1;
      ends[slot] = place + 1;
    }
  });
  return { documents, counts };
}
