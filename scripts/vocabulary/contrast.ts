import type { TextPair } from './tool-pairs.ts';
import { type Bag, dot, type Matrix, normalise, sumOf, timesMatrix } from './word-bag.ts';

/** How sharply the right one of a batch is told from the others. */
const TEMPERATURE = 0.06;

/** A text on its way through the projection. */
interface Projected {
  /** The weighted sum of the stems' wide rows. */
  readonly sum: Float32Array;
  /** That, projected and brought to length 1. */
  readonly direction: Float32Array;
  readonly length: number;
}

/**
 * How the projection would have to change so that, within the batch, each text is nearer to its own pair's other text
 * than to the rest: the gradient of the mean cross entropy.
 *
 * @see van den Oord and others, Representation Learning with Contrastive Predictive Coding (2018)
 */
export function contrast(batch: readonly TextPair[], stems: Matrix, projection: Matrix): Float32Array {
  const [left, right] = ([0, 1] as const).map((side) =>
    batch.map(({ texts }) => project(texts[side], stems, projection)),
  ) as [Projected[], Projected[]];
  const pulls = left.map(({ direction }, i) => pullsOn(direction, right, i));
  const gradient = new Float32Array(projection.values.length);
  left.forEach((text, i) => {
    addGradient(
      gradient,
      text,
      weightedSum(right, (j) => (pulls[i] as Float64Array)[j] as number),
    );
  });
  right.forEach((text, j) => {
    addGradient(
      gradient,
      text,
      weightedSum(left, (i) => (pulls[i] as Float64Array)[j] as number),
    );
  });
  return gradient;
}

function project(text: Bag, stems: Matrix, projection: Matrix): Projected {
  const sum = sumOf(text, stems);
  const direction = timesMatrix(sum, projection);
  const length = normalise(direction);
  return { sum, direction, length };
}

/** For each candidate, how its likeness to the text should fall (above 0) or rise (below). */
function pullsOn(text: Float32Array, candidates: readonly Projected[], right: number): Float64Array {
  const scores = Float64Array.from(candidates, ({ direction }) => dot(text, direction) / TEMPERATURE);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power, i) => (power / total - (i === right ? 1 : 0)) / TEMPERATURE / candidates.length);
}

function weightedSum(texts: readonly Projected[], weightOf: (index: number) => number): Float32Array {
  const sum = new Float32Array(texts[0]?.direction.length ?? 0);
  texts.forEach(({ direction }, index) => {
    const weight = weightOf(index);
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] as number) + weight * (direction[k] as number);
  });
  return sum;
}

/** Takes a gradient by a text's direction back to the projection. */
function addGradient(gradient: Float32Array, { sum, direction, length }: Projected, by: Float32Array): void {
  const along = dot(by, direction);
  const back = by.map((value, k) => (value - along * (direction[k] as number)) / length);
  sum.forEach((value, i) => {
    const start = i * back.length;
    for (let k = 0; k < back.length; k++) {
      gradient[start + k] = (gradient[start + k] as number) + value * (back[k] as number);
    }
  });
}
