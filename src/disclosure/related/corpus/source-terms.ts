import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import {
  createTermIndexer,
  type Mark,
  type Numbers,
  narrowed,
  slotOf,
  type TermIndex,
} from '../../catalog/postings.ts';
import { createDirectory, type Place, type SourceDirectory } from '../../catalog/source-directory.ts';
import type { Vectors } from '../vocabulary/vectors.ts';
import { type DocumentVectors, documentVectors } from './document-vectors.ts';
import { type FieldTerms, fieldTerms } from './fields.ts';
import { IN_NAME, IN_OPENING, IN_REST, IN_SOURCE } from './term-flags.ts';

/** How often a term of a tool's own name counts, against once elsewhere. */
const NAME_WEIGHT = 3;

/** What the related tier knows of one source's definitions together. */
export interface SourceTerms {
  /** Terms by document, those of the name {@link NAME_WEIGHT} times as often. */
  readonly index: TermIndex;
  readonly place: Place;
  /** For each slot the row of its term's vector, -1 without one. */
  readonly rows: Int32Array;
  /** Where each document's slots start in `slots` and `flags`; they reach to the next start. */
  readonly starts: Uint32Array;
  readonly slots: Numbers;
  readonly flags: Uint8Array;
  readonly vectors: DocumentVectors;
  /** Its English terms, with a space between them: for words that are spelled wrong. */
  readonly spellings: string;
}

/** The terms of all sources that the related tier has read. */
export const termDirectory: SourceDirectory<'terms'> = createDirectory(['terms']);

/** Stops after each tool. */
type Reading = Generator<void, SourceTerms>;

const held = new WeakMap<readonly ToolDefinition[], SourceTerms>();

/** What is being read step by step. Who comes while that lasts reads on from there. */
const readings = new WeakMap<readonly ToolDefinition[], Reading>();

/** The terms of one source, read once per array of definitions (every time while the array is not frozen). */
export function sourceTerms(definitions: readonly ToolDefinition[], vectors: Vectors): SourceTerms {
  const known = held.get(definitions);
  if (known !== undefined) return known;
  const reading = takeReading(definitions, vectors);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  if (Object.isFrozen(definitions)) held.set(definitions, step.value);
  return step.value;
}

/** Whether a source has been read, or may not be kept because its array is not frozen: then there is nothing to read on. */
export function isRead(definitions: readonly ToolDefinition[]): boolean {
  return held.has(definitions) || !Object.isFrozen(definitions);
}

/** Reads one more tool of a source that {@link isRead | is not read}. */
export function readOn(definitions: readonly ToolDefinition[], vectors: Vectors): void {
  const reading = takeReading(definitions, vectors);
  const step = reading.next();
  if (step.done === true) held.set(definitions, step.value);
  else readings.set(definitions, reading);
}

/** Takes it out, so that nobody goes on with one that failed. */
function takeReading(definitions: readonly ToolDefinition[], vectors: Vectors): Reading {
  const reading = readings.get(definitions) ?? readSource(definitions, vectors);
  readings.delete(definitions);
  return reading;
}

function* readSource(definitions: readonly ToolDefinition[], vectors: Vectors): Reading {
  const indexer = createTermIndexer((term) => term);
  const documents: ReadonlyMap<string, number>[] = [];
  for (const tool of definitions) {
    const fields = fieldTerms(tool);
    indexer.add(weighted(fields));
    documents.push(flagged(fields));
    yield;
  }
  const { index, marks } = indexer.finish();
  const rows = new Int32Array(marks.size);
  for (const [term, mark] of marks) rows[slotOf(mark)] = vectors.find(term);
  const forward = turnRound(documents, marks);
  return {
    index,
    place: termDirectory.enter({ terms: marks }),
    rows,
    ...forward,
    vectors: documentVectors({ index, rows, ...forward }, vectors),
    spellings: [...marks.keys()].filter((term) => /^[a-z]{4,}$/.test(term)).join(' '),
  };
}

function weighted({ name, source, opening, rest, parameters }: FieldTerms): readonly string[] {
  return [...Array.from({ length: NAME_WEIGHT }, () => name).flat(), ...source, ...opening, ...rest, ...parameters];
}

/** Each term of a document once, with its flags. */
function flagged({ name, source, opening, rest, parameters }: FieldTerms): ReadonlyMap<string, number> {
  const flags = new Map<string, number>();
  const add = (terms: readonly string[], flag: number) => {
    for (const term of terms) flags.set(term, (flags.get(term) ?? 0) | flag);
  };
  add(name, IN_NAME);
  add(opening, IN_OPENING);
  add(source, IN_SOURCE);
  add(rest, IN_REST);
  add(parameters, 0);
  return flags;
}

function turnRound(
  documents: readonly ReadonlyMap<string, number>[],
  marks: ReadonlyMap<string, Mark>,
): Pick<SourceTerms, 'starts' | 'slots' | 'flags'> {
  const starts = new Uint32Array(documents.length + 1);
  documents.forEach(({ size }, document) => {
    starts[document + 1] = (starts[document] as number) + size;
  });
  const slots = new Uint32Array(starts[documents.length] as number);
  const flags = new Uint8Array(slots.length);
  let at = 0;
  for (const document of documents) {
    for (const [term, flag] of document) {
      slots[at] = slotOf(marks.get(term) as number);
      flags[at++] = flag;
    }
  }
  return { starts, slots: narrowed(slots), flags };
}
