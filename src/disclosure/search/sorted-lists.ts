import type { Numbers } from '../catalog/postings.ts';

/**
 * The first place of an ascending list, from `from` on and before `end`, whose number is not below `wanted`; `end` when there
 * is none. Steps that double, then halving: many short ways forward cost little, and so does a long one.
 */
export function firstNotBelow(numbers: Numbers, from: number, end: number, wanted: number): number {
  let low = from;
  let step = 1;
  while (low + step <= end && (numbers[low + step - 1] as number) < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
