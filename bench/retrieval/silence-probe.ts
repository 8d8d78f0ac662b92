import { benchTools } from './catalogue.ts';
import { DOMAIN_PAIRS } from './domains.ts';
import { halvesOf, sampleOf } from './halves.ts';
import { queriesOfSet, toolsOfSet, writtenQueries } from './labelled.ts';
import { mean, type Probe } from './probe.ts';
import type { Find } from './retriever.ts';

export const UNANSWERABLE_ROW = 'unanswerable requests (50), silent';
export const OTHER_DOMAIN_ROW = 'requests of another domain, silent, mean of the pairs';

/** How often nothing is shown where nothing would be right. */
export async function silenceProbe(half: 'training' | 'test', most: number): Promise<Probe> {
  const unanswerable = await writtenQueries('unanswerable');
  const livemcpbench = benchTools(await toolsOfSet('livemcpbench-steps'));
  const pairs = await Promise.all(DOMAIN_PAIRS.map((pair) => loadPair(pair, half, most)));
  return {
    what: 'silence',
    async run({ open }) {
      const asked = unanswerable.map(({ query }) => query);
      const rows = new Map([[UNANSWERABLE_ROW, await silentShare(open(livemcpbench), asked)]]);
      const shares: number[] = [];
      for (const { name, tools, queries } of pairs) {
        const share = await silentShare(open(tools), queries);
        rows.set(`silent: ${name}`, share);
        shares.push(share);
      }
      return rows.set(OTHER_DOMAIN_ROW, mean(shares));
    },
  };
}

async function loadPair(
  { from, isAsked, to, isThere }: (typeof DOMAIN_PAIRS)[number],
  half: 'training' | 'test',
  most: number,
) {
  const asked = halvesOf(from, await queriesOfSet(from))[half].filter(({ gold }) => gold.every(isAsked));
  const queries = sampleOf(asked, most).map(({ query }) => query);
  const held = (await toolsOfSet(to)).filter(({ label }) => isThere(label));
  const name = `${queries.length} of ${from}, ${held.length} tools of ${to}`;
  return { name, tools: benchTools(held), queries };
}

/** How often nothing is found. */
export async function silentShare(find: Find, queries: readonly string[]): Promise<number> {
  const silent: number[] = [];
  for (const query of queries) silent.push((await find(query, 10)).length === 0 ? 1 : 0);
  return mean(silent);
}
