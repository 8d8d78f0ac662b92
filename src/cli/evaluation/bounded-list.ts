import { grouped } from '../render/bill.ts';

/** Enough to begin with; the rest is in the JSON. */
export const MOST_SHOWN = 10;

/**
 * The first ten, and how many more there are.
 *
 * @param all how many there are, where `items` are not all of them.
 */
export function boundedList(items: readonly string[], all: number = items.length): readonly string[] {
  const shown = items.slice(0, MOST_SHOWN);
  return all > shown.length ? [...shown, `  … and ${grouped(all - shown.length)} more, with --json`] : shown;
}
