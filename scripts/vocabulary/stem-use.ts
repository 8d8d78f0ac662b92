import { type ToolText, wholeText } from './catalogue-texts.ts';
import { stemsIn } from './vocabulary-words.ts';

/** How stems are used in catalogues. */
export interface StemUse {
  /** The share of a catalogue's tools that have a stem: the mean of the catalogues. */
  share(stem: string): number;
  /**
   * How much a stem tells tools apart, 1 for one that none has: the mean over catalogues of its inverse document
   * frequency, as a share of the greatest there.
   */
  importance(stem: string): number;
}

/** Not even a word that all tools have says nothing at all. */
const LEAST_IMPORTANCE = 0.05;

/** Counts the stems of catalogues, each of which counts alike. */
export function stemUse(catalogues: readonly (readonly ToolText[])[]): StemUse {
  const shares = new Map<string, number>();
  const losses = new Map<string, number>();
  for (const tools of catalogues) {
    const greatest = inverseFrequency(0, tools.length);
    for (const [stem, count] of countsIn(tools)) {
      const loss = 1 - inverseFrequency(count, tools.length) / greatest;
      shares.set(stem, (shares.get(stem) ?? 0) + count / tools.length / catalogues.length);
      losses.set(stem, (losses.get(stem) ?? 0) + loss / catalogues.length);
    }
  }
  return {
    share: (stem) => shares.get(stem) ?? 0,
    importance: (stem) => Math.max(LEAST_IMPORTANCE, 1 - (losses.get(stem) ?? 0)),
  };
}

function countsIn(tools: readonly ToolText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    for (const stem of new Set(stemsIn(wholeText(tool)))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** As BM25 has it. */
function inverseFrequency(count: number, tools: number): number {
  return Math.log(1 + (tools - count + 0.5) / (count + 0.5));
}
