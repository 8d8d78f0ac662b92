import type { Random } from './random.ts';
import type { Matrix } from './word-bag.ts';

/** Enough for the directions to settle as far as the learning that follows needs them. */
const ROUNDS = 12;

/**
 * The directions in which rows differ most, by subspace iteration: a matrix that takes a row to `count` numbers.
 *
 * @param matrix rows around 0.
 */
export function principalAxes(matrix: Matrix, count: number, random: Random): Matrix {
  const products = productsOfColumns(matrix);
  let axes = Array.from({ length: count }, () => Float64Array.from({ length: matrix.width }, () => random() - 0.5));
  makeOrthonormal(axes);
  for (let round = 0; round < ROUNDS; round++) {
    axes = axes.map((axis) => Float64Array.from(products, (row) => dot(row, axis)));
    makeOrthonormal(axes);
  }
  const values = new Float32Array(matrix.width * count);
  axes.forEach((axis, k) => {
    axis.forEach((value, i) => {
      values[i * count + k] = value;
    });
  });
  return { width: count, values };
}

/** The dot products of all columns with each other. */
function productsOfColumns({ width, values }: Matrix): readonly Float64Array[] {
  const products = Array.from({ length: width }, () => new Float64Array(width));
  for (let start = 0; start < values.length; start += width) {
    for (let a = 0; a < width; a++) {
      const value = values[start + a] as number;
      if (value !== 0) addRow(products[a] as Float64Array, value, values, start);
    }
  }
  return products;
}

function addRow(sum: Float64Array, factor: number, values: Float32Array, start: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + factor * (values[start + i] as number);
}

function makeOrthonormal(axes: readonly Float64Array[]): void {
  axes.forEach((axis, k) => {
    for (const earlier of axes.slice(0, k)) {
      const shared = dot(axis, earlier);
      for (let i = 0; i < axis.length; i++) axis[i] = (axis[i] as number) - shared * (earlier[i] as number);
    }
    const length = Math.sqrt(dot(axis, axis));
    for (let i = 0; i < axis.length; i++) axis[i] = (axis[i] as number) / length;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
