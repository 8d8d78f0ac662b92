import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { learnProjection } from './learn-projection.ts';
import { principalAxes } from './principal-axes.ts';
import { createRandom } from './random.ts';
import type { TextPair } from './tool-pairs.ts';
import { bagOf, dot, type Matrix, normalise, sumOf, timesMatrix } from './word-bag.ts';

const random = createRandom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);
/** Twelve stems with six numbers each; stem `i` and stem `i + 6` belong together, which nothing in their rows says. */
const stems: Matrix = { width: 6, values: numbers(72) };
const text = (row: number) => bagOf([`${row}`], Number);
const pairs: readonly TextPair[] = [0, 1, 2, 3, 4, 5].map((row) => ({
  tool: `tool ${row}`,
  texts: [text(row), text(row + 6)],
}));

describe('contrast', () => {
  it('says how the loss changes with each number of the projection', () => {
    const projection: Matrix = { width: 3, values: numbers(18) };
    const gradient = contrast(pairs, stems, projection);
    gradient.forEach((slope, i) => {
      const at = (step: number) =>
        lossOf({ width: 3, values: projection.values.map((x, j) => (i === j ? x + step : x)) });
      expect(slope).toBeCloseTo((at(0.001) - at(-0.001)) / 0.002, 1);
    });
  });
});

describe('learnProjection', () => {
  it('brings the texts of a pair together, the same way each time', () => {
    const start = principalAxes(stems, 3, createRandom(1));
    const learned = learnProjection([pairs], stems, start, createRandom(2));
    expect(lossOf(learned)).toBeLessThan(lossOf(start) / 2);
    expect(learnProjection([pairs], stems, start, createRandom(2))).toEqual(learned);
  });
});

/** The mean cross entropy of finding the right text for each left one, at a temperature of 0.06. */
function lossOf(projection: Matrix): number {
  const [left, right] = ([0, 1] as const).map((side) =>
    pairs.map(({ texts }) => {
      const direction = timesMatrix(sumOf(texts[side], stems), projection);
      normalise(direction);
      return direction;
    }),
  ) as [Float32Array[], Float32Array[]];
  const losses = left.map((one, i) => {
    const powers = right.map((other) => Math.exp(dot(one, other) / 0.06));
    return -Math.log((powers[i] as number) / powers.reduce((sum, power) => sum + power, 0));
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
