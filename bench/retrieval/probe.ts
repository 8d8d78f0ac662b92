import type { Retriever } from './retriever.ts';

/** Something that is measured of every contender. */
export interface Probe {
  /** What is being done, for whoever waits. */
  readonly what: string;
  /** Figures from 0 to 1, by the row they belong to, in the order of the rows. */
  run(retriever: Retriever): Promise<ReadonlyMap<string, number>>;
}

/** All figures: by row, then by contender. */
export type Board = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Runs every probe on every contender. */
export async function runProbes(
  probes: readonly Probe[],
  retrievers: readonly Retriever[],
  progress: (text: string) => void,
): Promise<Board> {
  const board = new Map<string, Map<string, number>>();
  for (const { what, run } of probes) {
    for (const retriever of retrievers) {
      progress(`retrieval: ${what}, ${retriever.name}`);
      for (const [row, figure] of await run(retriever)) {
        board.set(row, (board.get(row) ?? new Map()).set(retriever.name, figure));
      }
    }
  }
  return board;
}

/** One figure; a missing one is a mistake of the bench. */
export function figureOf(board: Board, row: string, contender: string): number {
  const figure = board.get(row)?.get(contender);
  if (figure === undefined) throw new Error(`"${row}" was not measured of ${contender}`);
  return figure;
}

/** The mean of some figures; of none it is no number. */
export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
