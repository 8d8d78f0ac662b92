import { type Numbers, postingsAtSlot, type TermIndex } from '../../catalog/postings.ts';
import type { Vectors } from '../vocabulary/vectors.ts';

/** What the documents of a source mean: one vector each, of length 1 when multiplied by its scale. */
export interface DocumentVectors {
  /** Row after row. */
  readonly rows: Int8Array;
  /** 0 for a document of which no term has a vector. */
  readonly scales: Float32Array;
  /** The mean of the documents' vectors, as long as it comes out. */
  readonly mean: Float32Array;
}

/** The terms of a source's documents: see `SourceTerms`. */
interface DocumentTerms {
  readonly index: TermIndex;
  readonly rows: Int32Array;
  readonly starts: Uint32Array;
  readonly slots: Numbers;
}

/** A document's vector is the sum of its terms' vectors, each by the root of how often it has the term. */
export function documentVectors(source: DocumentTerms, { dimensions, rows: table }: Vectors): DocumentVectors {
  const { index, rows, starts, slots } = source;
  const documents = starts.length - 1;
  const packed = new Int8Array(documents * dimensions);
  const scales = new Float32Array(documents);
  const next = countsInOrder(index, rows.length);
  const sum = new Float64Array(dimensions);
  for (let document = 0; document < documents; document++) {
    sum.fill(0);
    for (let at = starts[document] as number; at < (starts[document + 1] as number); at++) {
      const slot = slots[at] as number;
      const weight = Math.sqrt(next(slot));
      const row = rows[slot] as number;
      if (row < 0) continue;
      for (let k = 0; k < dimensions; k++)
        sum[k] = (sum[k] as number) + weight * (table[row * dimensions + k] as number);
    }
    scales[document] = pack(sum, packed, document * dimensions);
  }
  return { rows: packed, scales, mean: meanOf(packed, scales, dimensions) };
}

/** How near the meaning of a document is to a request's: their product, at most the length of the request's vector. */
export function likenessOf(
  { rows, scales }: DocumentVectors,
  document: number,
  request: Float64Array,
  dimensions: number,
): number {
  let sum = 0;
  for (let k = 0, at = document * dimensions; k < dimensions; k++, at++) {
    sum += (request[k] as number) * (rows[at] as number);
  }
  return sum * (scales[document] as number);
}

/** Reads the counts of a term document by document: documents are asked for in their order. */
function countsInOrder(index: TermIndex, terms: number): (slot: number) => number {
  const read = new Uint32Array(terms);
  return (slot) => {
    const { counts, start } = postingsAtSlot(index, slot);
    const place = start + (read[slot] as number);
    read[slot] = (read[slot] as number) + 1;
    return counts[place] as number;
  };
}

/** Writes a vector so that its largest number is 127, and tells by what its rows must be multiplied for a length of 1. */
function pack(vector: Float64Array, into: Int8Array, at: number): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  if (most === 0) return 0;
  let squares = 0;
  for (let k = 0; k < vector.length; k++) {
    const value = Math.round(((vector[k] as number) * 127) / most);
    into[at + k] = value;
    squares += value * value;
  }
  return 1 / Math.sqrt(squares);
}

function meanOf(rows: Int8Array, scales: Float32Array, dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  scales.forEach((scale, document) => {
    for (let k = 0; k < dimensions; k++) {
      mean[k] = (mean[k] as number) + ((rows[document * dimensions + k] as number) * scale) / scales.length;
    }
  });
  return mean;
}
