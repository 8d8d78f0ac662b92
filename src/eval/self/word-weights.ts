/** The words of one tool, each by its number, with what they weigh. */
export interface WeighedWords {
  /** The rarest first. */
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
  /** The rarest words, up to the one behind which too little follows for any other tool to be alike by it. */
  readonly rarest: readonly number[];
}

/**
 * Weighs words by how rare they are among all tools: log(1 + tools / tools that have it).
 *
 * @param tools the words of every tool.
 */
export function createWordWeights(
  tools: readonly ReadonlySet<string>[],
): (words: ReadonlySet<string>, likeness: number) => WeighedWords {
  const frequencies = new Map<string, number>();
  for (const words of tools) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const byRarity = [...frequencies].sort(([, a], [, b]) => a - b);
  const places = new Map(byRarity.map(([word], place) => [word, place]));
  const weights = byRarity.map(([, frequency]) => Math.log(1 + tools.length / frequency));
  return (words, likeness) => {
    const numbers = [...words].map((word) => places.get(word) as number).sort((a, b) => a - b);
    const weighed = new Map(numbers.map((number) => [number, weights[number] as number]));
    const total = numbers.reduce((sum, number) => sum + (weights[number] as number), 0);
    const rarest: number[] = [];
    let left = total;
    for (const number of numbers) {
      // A little less, as the sum was counted in another order.
      if (left < likeness * total - 1e-9) break;
      rarest.push(number);
      left -= weights[number] as number;
    }
    return { weights: weighed, total, rarest };
  };
}
