/** Weights by name. */
export type Weights<Name extends string> = Readonly<Record<Name, number>>;

const STEPS = 300;
const RATE = 0.2;
const MEMORY = { mean: 0.9, square: 0.99 };

/**
 * Moves weights against a gradient until they settle.
 *
 * @param gradientAt how the loss grows with each weight.
 * @see Kingma and Ba, Adam: A Method for Stochastic Optimization (2015)
 */
export function descend<Name extends string>(
  start: Weights<Name>,
  gradientAt: (weights: Weights<Name>) => Weights<Name>,
): Weights<Name> {
  const names = Object.keys(start) as Name[];
  const weights: Record<Name, number> = { ...start };
  const mean = new Map<Name, number>();
  const square = new Map<Name, number>();
  for (let step = 1; step <= STEPS; step++) {
    const gradient = gradientAt(weights);
    for (const name of names) {
      const m = MEMORY.mean * (mean.get(name) ?? 0) + (1 - MEMORY.mean) * gradient[name];
      const s = MEMORY.square * (square.get(name) ?? 0) + (1 - MEMORY.square) * gradient[name] ** 2;
      mean.set(name, m);
      square.set(name, s);
      const move = m / (1 - MEMORY.mean ** step) / (Math.sqrt(s / (1 - MEMORY.square ** step)) + 1e-9);
      weights[name] -= RATE * (1 - step / (STEPS + 1)) * move;
    }
  }
  return weights;
}

/** The sum of products, name by name. */
export function weighted<Name extends string>(weights: Weights<Name>, values: Weights<Name>): number {
  let sum = 0;
  for (const name of Object.keys(weights) as Name[]) sum += weights[name] * values[name];
  return sum;
}
