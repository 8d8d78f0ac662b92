import { MOST, NUMBERS, type PackedVectors, shareStep } from '../../src/disclosure/related/vocabulary/vectors.ts';

/** A stem of the table. */
export interface StemVector {
  readonly stem: string;
  /** All of one length. */
  readonly vector: Float32Array;
  /** The share of a catalogue's tools that have the stem, as a mean of catalogues. */
  readonly share: number;
}

/** Of all numbers, the share that is small enough not to be cut off. */
const WITHIN = 0.9997;

/** Packs vectors into text that `openVectors` reads. All share one scale, so lengths keep their relations. */
export function packVectors(stems: readonly StemVector[]): PackedVectors {
  const sorted = [...stems].sort((a, b) => (a.stem < b.stem ? -1 : 1));
  const sizes = Float32Array.from(sorted.flatMap(({ vector }) => Array.from(vector, Math.abs))).sort();
  // Five digits, so that the scale in the file is the scale that was used.
  const SCALE = Number(((sizes[Math.floor(WITHIN * (sizes.length - 1))] ?? 1) / MOST).toPrecision(5));
  const letter = (value: number) => NUMBERS.charAt(Math.max(0, Math.min(2 * MOST, Math.round(value))));
  return {
    DIMENSIONS: sorted[0]?.vector.length ?? 0,
    SCALE,
    STEMS: sorted.map(({ stem }) => stem).join(' '),
    ROWS: sorted.map(({ vector }) => Array.from(vector, (x) => letter(x / SCALE + MOST)).join('')).join(''),
    SHARES: sorted.map(({ share }) => letter(shareStep(share))).join(''),
  };
}
