import type { ToolRecord } from '../../src/registry/tool/read-record.ts';
import { type BenchSource, CHANGED_SERVER_TOOLS, loadWithSmallServer } from '../catalogues.ts';

/** Real tools that come once before they are repeated. */
const DISTINCT_TOOLS = 5_000;

/** A catalogue of any size, one of whose servers is listed again and again. */
export interface GrowthCatalogue {
  readonly size: number;
  readonly sources: readonly BenchSource[];
  /** The last of the sources, of 50 tools. */
  readonly changing: BenchSource;
  /** Tools that are in no source, to change it with. */
  readonly spare: readonly ToolRecord[];
}

/**
 * So many tools. Up to 5,000 they are all different; a larger catalogue has the same servers again, each time under other
 * names, and so its tools under other published names. Their words grow no more, how often each occurs does.
 */
export async function growthCatalogue(size: number): Promise<GrowthCatalogue> {
  const { sources, server, spare } = await loadWithSmallServer(Math.min(size, DISTINCT_TOOLS));
  const once = sources.filter((source) => source !== server);
  return { size, sources: [...repeat(once, size - CHANGED_SERVER_TOOLS), server], changing: server, spare };
}

/** The sources over and over until there are so many tools; the second time as `name-2`, the third as `name-3`. */
export function repeat(once: readonly BenchSource[], tools: number): readonly BenchSource[] {
  const repeated: BenchSource[] = [];
  let missing = once.some(({ records }) => records.length > 0) ? tools : 0;
  for (let time = 1; missing > 0; time++) {
    for (const { label, records } of once) {
      const taken = records.slice(0, missing);
      missing -= taken.length;
      if (taken.length > 0) repeated.push({ label: time === 1 ? label : `${label}-${time}`, records: taken });
    }
  }
  return repeated;
}
