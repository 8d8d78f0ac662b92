import type { Session } from '../../src/dispatch/session.ts';
import { loadCatalogue, SIZES, toolsOf } from '../catalogues.ts';
import { createEngine, search } from '../engine.ts';
import { type Contender, race, timingOf } from '../measure.ts';
import { miniSearch } from '../peers/minisearch.ts';
import { orama } from '../peers/orama.ts';
import type { PeerDocument } from '../peers/peer.ts';
import { queriesOf } from '../queries.ts';
import { registered } from '../registered.ts';
import { type Row, type Suite, type SuiteOptions, timed } from '../report.ts';

const PEERS = [miniSearch, orama];

/** The same texts and the same stemmer in three engines: a full rebuild, and one query of four and of twelve words. */
export const peers: Suite = {
  name: 'peers',
  title: 'Peers: the same texts and stemmer in MiniSearch and Orama',
  async run(options) {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await measureSize(size, options)));
    return { rows, aims: [] };
  },
};

async function measureSize(size: number, { quick, progress }: SuiteOptions): Promise<readonly Row[]> {
  const catalogue = await loadCatalogue(size);
  const { engine, documents } = await registered(catalogue);
  const indexes = PEERS.map(({ name, build }) => ({ name, index: build(documents) }));
  const rebuilds: Contender[] = [
    // Every definition is new, so every memo but that of the stemmer is empty.
    {
      name: 'Callslip: register, exposure, search anew',
      prepare: () => catalogue.sources.map((source) => ({ label: source.label, tools: toolsOf(source) })),
      async run(sources: readonly { label: string; tools: ReturnType<typeof toolsOf> }[]) {
        const fresh = createEngine();
        for (const { label, tools } of sources) fresh.open(label, tools);
        const session = fresh.session();
        await session.expose();
        await search(session, 'create a new issue');
      },
    },
    ...PEERS.map(({ name, build }) => ({ name: `${name}: rebuild`, run: () => build(documents as PeerDocument[]) })),
  ];
  const searches = [4, 12].flatMap((words): Contender[] => {
    const queries = queriesOf(catalogue, words);
    const prepare = (run: number) => queries[run % queries.length];
    return [
      {
        name: `Callslip: tool_search, ${words} words`,
        prepare: (run) => ({ session: engine.session(), query: queries[run % queries.length] }),
        run: ({ session, query }: { session: Session; query: string }) => search(session, query),
      },
      ...indexes.map(({ name, index }) => ({
        name: `${name}: query, ${words} words`,
        prepare,
        run: (query: string) => index.search(query, 5),
      })),
    ];
  });
  progress(`peers: rebuild of ${size} tools`);
  const built = await race(rebuilds, quick ? { runs: 3, warmUp: 2 } : { runs: 20, warmUp: 5 });
  progress(`peers: queries over ${size} tools`);
  const searched = await race(searches, quick ? { runs: 5, warmUp: 5 } : { runs: 40, warmUp: 20 });
  return [...rowsOf(rebuilds, built, size), ...rowsOf(searches, searched, size)];
}

/** Ratios are to our own figure of the same kind: the first contender's before. */
function rowsOf(
  contenders: readonly Contender[],
  times: Awaited<ReturnType<typeof race>>,
  tools: number,
): readonly Row[] {
  let ours = Number.NaN;
  return contenders.map(({ name }) => {
    const timing = timingOf(times, name);
    if (name.startsWith('Callslip')) ours = timing.median;
    return timed(name, timing, { tools, ratio: { of: 'Callslip', times: timing.median / ours } });
  });
}
