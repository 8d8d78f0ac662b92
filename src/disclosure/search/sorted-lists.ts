/** A stretch of a list of ascending numbers. */
export interface Stretch {
  readonly documents: Uint32Array;
  readonly start: number;
  /** The first place behind the stretch. */
  readonly end: number;
}

/**
 * Calls `visit` with both places of each number that is in the list and in the stretch, both ascending. Skips through
 * the stretch, so that a few candidates cost little against many postings.
 */
export function forEachCommon(
  list: Uint32Array,
  stretch: Stretch,
  visit: (placeInList: number, placeInStretch: number) => void,
): void {
  let place = stretch.start;
  for (let i = 0; i < list.length; i++) {
    const wanted = list[i] as number;
    place = firstNotBelow(stretch, place, wanted);
    if (place === stretch.end) return;
    if (stretch.documents[place] === wanted) visit(i, place);
  }
}

/** The first place from `from` on whose number is not below `wanted`: steps that double, then halving. */
function firstNotBelow({ documents, end }: Stretch, from: number, wanted: number): number {
  let low = from;
  let step = 1;
  while (low + step <= end && (documents[low + step - 1] as number) < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
