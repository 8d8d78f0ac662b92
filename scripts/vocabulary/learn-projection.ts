import { contrast } from './contrast.ts';
import type { Random } from './random.ts';
import type { TextPair } from './tool-pairs.ts';
import type { Matrix } from './word-bag.ts';

const STEPS = 600;
const BATCH = 96;
const RATE = 0.003;
/** How many of the batches are of pairs from all catalogues: these make a likeness mean the same in each of them. */
const MIXED = 0.7;
/** Steps until the rate is reached; from there it falls to 0. */
const WARM_UP = 30;
/** How strongly the projection is held to where it began. */
const ANCHOR = 0.02;
/** How much of the past the two means of Adam keep. */
const MEMORY = { mean: 0.9, square: 0.99 };

/**
 * Learns a projection in which the two texts of a pair point the same way. Some batches are from one catalogue, whose
 * share goes by the root of its size; {@link MIXED | the others} from all of them alike.
 *
 * @see Kingma and Ba, Adam: A Method for Stochastic Optimization (2015)
 */
export function learnProjection(
  catalogues: readonly (readonly TextPair[])[],
  stems: Matrix,
  start: Matrix,
  random: Random,
): Matrix {
  const projection = { width: start.width, values: start.values.slice() };
  const mean = new Float32Array(start.values.length);
  const square = new Float32Array(start.values.length);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = contrast(drawBatch(catalogues, random), stems, projection);
    const rate = RATE * Math.min(1, step / WARM_UP) * (1 - step / (STEPS + 1));
    const [meanShare, squareShare] = [1 - MEMORY.mean ** step, 1 - MEMORY.square ** step];
    gradient.forEach((value, i) => {
      const m = MEMORY.mean * (mean[i] as number) + (1 - MEMORY.mean) * value;
      const s = MEMORY.square * (square[i] as number) + (1 - MEMORY.square) * value * value;
      mean[i] = m;
      square[i] = s;
      const now = projection.values[i] as number;
      const move = m / meanShare / (Math.sqrt(s / squareShare) + 1e-8);
      projection.values[i] = now - rate * (move + ANCHOR * (now - (start.values[i] as number)));
    });
  }
  return projection;
}

/** Pairs of different tools. */
function drawBatch(catalogues: readonly (readonly TextPair[])[], random: Random): readonly TextPair[] {
  const isMixed = random() < MIXED;
  const one = drawCatalogue(catalogues, random);
  const batch = new Map<string, TextPair>();
  for (let tries = 0; tries < 3 * BATCH && batch.size < BATCH; tries++) {
    const pairs = isMixed ? (catalogues[Math.floor(random() * catalogues.length)] ?? one) : one;
    const pair = pairs[Math.floor(random() * pairs.length)];
    if (pair !== undefined && !batch.has(pair.tool)) batch.set(pair.tool, pair);
  }
  return [...batch.values()];
}

function drawCatalogue(catalogues: readonly (readonly TextPair[])[], random: Random): readonly TextPair[] {
  const total = catalogues.reduce((sum, pairs) => sum + Math.sqrt(pairs.length), 0);
  let at = random() * total;
  for (const pairs of catalogues) {
    at -= Math.sqrt(pairs.length);
    if (at <= 0) return pairs;
  }
  return catalogues.at(-1) ?? [];
}
