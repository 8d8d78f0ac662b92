import { nameFits } from '../../guard/name-glob.ts';
import type { Selection } from '../config.ts';

/** Whether an entry of this name or address is taken: it fits `include` where there is one, and no glob of `exclude`. */
export function isTaken(selection: Selection | undefined, text: string): boolean {
  return isIncluded(selection, text) && !isExcluded(selection, text);
}

/** Whether a glob of `exclude` names it, which nothing else makes good. */
export function isExcluded(selection: Selection | undefined, text: string): boolean {
  return selection?.exclude.some((glob) => nameFits(text, glob)) === true;
}

/** Whether `include` names it, or is not given. */
export function isIncluded(selection: Selection | undefined, text: string): boolean {
  return selection?.include?.some((glob) => nameFits(text, glob)) ?? true;
}
