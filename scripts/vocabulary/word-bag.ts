/** Rows of numbers, all of one width. */
export interface Matrix {
  readonly width: number;
  readonly values: Float32Array;
}

/** A text as the rows of its stems, and how much each counts. */
export interface Bag {
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

/** The bag of a text: a stem counts by the root of how often it comes, one without row not at all. */
export function bagOf(stems: readonly string[], rowOf: (stem: string) => number | undefined): Bag {
  const counts = new Map<number, number>();
  for (const row of stems.map(rowOf)) if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
  return { rows: Int32Array.from(counts.keys()), weights: Float32Array.from(counts.values(), Math.sqrt) };
}

/** The weighted sum of a bag's rows. */
export function sumOf({ rows, weights }: Bag, matrix: Matrix): Float32Array {
  const sum = new Float32Array(matrix.width);
  rows.forEach((row, i) => {
    addRow(sum, weights[i] as number, matrix, row);
  });
  return sum;
}

/** The product of a row of numbers with a matrix that has a row for each of them. */
export function timesMatrix(numbers: Float32Array, matrix: Matrix): Float32Array {
  const product = new Float32Array(matrix.width);
  // Where a word is in one of the sources only, many numbers are 0.
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) addRow(product, numbers[i] as number, matrix, i);
  return product;
}

function addRow(sum: Float32Array, factor: number, { width, values }: Matrix, row: number): void {
  const start = row * width;
  for (let i = 0; i < width; i++) sum[i] = (sum[i] as number) + factor * (values[start + i] as number);
}

/** The dot product. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Scales to length 1 in place, and tells what the length was. */
export function normalise(vector: Float32Array): number {
  const length = Math.sqrt(dot(vector, vector)) || 1e-6;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
  return length;
}
