const MOST_NAMES = 200;
const LONGEST_NAME = 64;

/** The known name that a mistyped one most likely means: case and separators aside, or at most a third of it changed. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const folded = fold(name);
  let best: string | undefined;
  let least = Math.floor(Math.max(3, folded.length) / 3) + 1;
  for (const candidate of known.slice(0, MOST_NAMES)) {
    if (candidate.length > LONGEST_NAME) continue;
    const distance = editDistance(folded, fold(candidate));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/gu, '');
}

/** Changes, insertions, removals, and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeThat: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (beforeThat[j - 2] as number) + 1 : change;
      current.push(Math.min(change, swap, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    beforeThat = previous;
    previous = current;
  }
  return previous[b.length] as number;
}
