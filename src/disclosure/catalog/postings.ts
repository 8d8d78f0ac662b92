/** The two term spaces: stems of ASCII words, and words with other letters. Each has lengths of its own. */
export type TermSpace = 'words' | 'otherWords';

/** Whole numbers in as few bytes each as the largest of them needs: most sources have few tools and short texts. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** The documents that have a term, ascending, and how often each has it: a stretch of two lists that others share. */
export interface Postings {
  readonly documents: Numbers;
  readonly counts: Numbers;
  /** How many terms each document of the source has. */
  readonly lengths: Numbers;
  readonly start: number;
  /** The first place behind the stretch. */
  readonly end: number;
}

/** One term space of one source. A document's number is its index among the source's definitions. */
export interface TermIndex {
  /** How many terms each document has, repeats counted. */
  readonly lengths: Numbers;
  readonly totalLength: number;
  /** Where the postings of the term in each slot start; they reach to the next start. */
  readonly starts: Numbers;
  /** All postings, one term behind the other. */
  readonly documents: Numbers;
  readonly counts: Numbers;
}

/** What came of a source's documents: their index, and for each term the {@link Mark} at which the index has it. */
export interface IndexedTerms {
  readonly index: TermIndex;
  readonly marks: ReadonlyMap<string, Mark>;
}

/**
 * A term's slot in an index, and behind it in the last byte how many documents have the term: so that counting documents in
 * thousands of sources reads none of them. At most 255; from there on the index is asked.
 */
export type Mark = number;

const FREQUENCIES = 2 ** 8;

function markOf(slot: number, frequency: number): Mark {
  return slot * FREQUENCIES + Math.min(frequency, FREQUENCIES - 1);
}

/** How many documents have the term at a mark; `undefined` when they are so many that its postings must tell. */
export function frequencyAt(mark: Mark): number | undefined {
  const frequency = mark % FREQUENCIES;
  return frequency < FREQUENCIES - 1 ? frequency : undefined;
}

/** A term's slot in its index. */
export function slotOf(mark: Mark): number {
  return Math.floor(mark / FREQUENCIES);
}

/** The documents that have the term at a mark. Costs the same however long the postings are. */
export function postingsAt(index: TermIndex, mark: Mark): Postings {
  return postingsAtSlot(index, slotOf(mark));
}

/** As {@link postingsAt}, by the slot alone. */
export function postingsAtSlot({ starts, documents, counts, lengths }: TermIndex, slot: number): Postings {
  return { documents, counts, lengths, start: starts[slot] as number, end: starts[slot + 1] as number };
}

/** Collects the words of one source's documents, in their order, and turns them round: documents by term. */
export interface TermIndexer {
  /** The next document: all its words, repeats kept. */
  add(words: readonly string[]): void;
  finish(): IndexedTerms;
}

const NONE = new Uint8Array();
const NO_TERMS: IndexedTerms = {
  index: { lengths: NONE, totalLength: 0, starts: NONE, documents: NONE, counts: NONE },
  marks: new Map(),
};

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

  const claimSlot = (word: string): number => {
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
        const slot = slotOfWord.get(word) ?? claimSlot(word);
        if (lastDocuments[slot] !== document) {
          lastDocuments[slot] = document;
          frequencies[slot] = (frequencies[slot] as number) + 1;
        }
        slotsInOrder.push(slot);
      }
      lengths.push(words.length);
    },
    finish() {
      if (slots.size === 0) return NO_TERMS;
      const starts = new Uint32Array(slots.size + 1);
      frequencies.forEach((frequency, slot) => {
        starts[slot + 1] = (starts[slot] as number) + frequency;
      });
      const index = {
        lengths: narrowed(lengths),
        totalLength: slotsInOrder.length,
        starts: narrowed(starts),
        ...placePostings(lengths, slotsInOrder, starts),
      };
      return {
        index,
        marks: new Map(Array.from(slots, ([term, slot]) => [term, markOf(slot, frequencies[slot] as number)])),
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
  return { documents: narrowed(documents), counts: narrowed(counts) };
}

/** The same numbers in as few bytes each as the largest needs. */
export function narrowed(numbers: Uint32Array | readonly number[]): Numbers {
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  if (largest < 2 ** 8) return new Uint8Array(numbers);
  return largest < 2 ** 16 ? new Uint16Array(numbers) : new Uint32Array(numbers);
}
