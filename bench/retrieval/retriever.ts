import type { BenchTools } from './catalogue.ts';

/** Finds tools for a query: their labels, best first, at most `limit`; none when it has nothing to say. */
export type Find = (query: string, limit: number) => Promise<readonly string[]>;

/** A way of finding tools: what is compared. */
export interface Retriever {
  readonly name: string;
  /** Whether it is ours, or what ours is held against. */
  readonly isOurs: boolean;
  /** Makes its index of some tools. */
  open(tools: BenchTools): Find;
}
