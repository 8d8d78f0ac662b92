import type { SourceHandle } from '../../src/registry/source.ts';
import type { ToolRecord } from '../../src/registry/tool/read-record.ts';
import { type BenchSource, CHANGED_SERVER_TOOLS, loadWithSmallServer, toolsOf } from '../catalogues.ts';
import { createEngine, search } from '../engine.ts';
import { race, timingOf } from '../measure.ts';
import { miniSearch } from '../peers/minisearch.ts';
import { orama } from '../peers/orama.ts';
import { documentOf, type Peer, type PeerDocument } from '../peers/peer.ts';
import { queriesOf } from '../queries.ts';
import { atMost, type Suite, timed } from '../report.ts';

const TOOLS = 5_000;
const AIM_MS = 20;
const OURS = 'Callslip: list again, exposure, search';

/** One server of 50 tools lists them again, one of them new: until the model sees it and finds it. */
export const changed: Suite = {
  name: 'changed',
  title: 'Changed: one server lists its 50 tools again, one of them new',
  async run({ quick, progress }) {
    progress(`changed: one server of ${TOOLS} tools`);
    const catalogue = await loadWithSmallServer(TOOLS);
    const queries = queriesOf(catalogue, 4);
    const ours = await relisting(catalogue.sources, catalogue.server);
    const versionOf = versions(catalogue.server, catalogue.spare);
    const queryOf = (run: number) => queries[run % queries.length] as string;
    const peers = [miniSearch, orama].flatMap((peer) => [
      updating(peer, ours.documents, versionOf, { whole: false, queryOf }),
      updating(peer, ours.documents, versionOf, { whole: true, queryOf }),
    ]);
    const contenders = [
      {
        name: OURS,
        prepare: (run: number) => ({ source: structuredClone(versionOf(run)), query: queryOf(run) }),
        run: ours.listAgain,
      },
      ...peers,
    ];
    const times = await race(contenders, quick ? { runs: 5, warmUp: 5 } : { runs: 40, warmUp: 20 });
    const median = timingOf(times, OURS).median;
    return {
      rows: contenders.map(({ name }) => {
        const timing = timingOf(times, name);
        return timed(name, timing, { tools: TOOLS, ratio: { of: 'Callslip', times: timing.median / median } });
      }),
      aims: [atMost('one changed server (50 tools, one new), until it is searched', AIM_MS, median, ' ms')],
    };
  },
};

/** The server's list at each run: always 50 tools, the last one never seen before. */
function versions(server: BenchSource, spare: readonly ToolRecord[]): (run: number) => BenchSource {
  const kept = server.records.slice(0, CHANGED_SERVER_TOOLS - 1);
  return (run) => ({ label: server.label, records: [...kept, spare[run % spare.length] as ToolRecord] });
}

async function relisting(sources: readonly BenchSource[], server: BenchSource) {
  const engine = createEngine();
  const handles = new Map<string, SourceHandle>();
  for (const source of sources) handles.set(source.label, engine.open(source.label, toolsOf(source)));
  const handle = handles.get(server.label) as SourceHandle;
  const { deferred } = await engine.session().expose();
  return {
    documents: deferred.map(documentOf),
    async listAgain({ source, query }: { source: BenchSource; query: string }) {
      const session = engine.session();
      handle.replace(toolsOf(source));
      await session.expose();
      await search(session, query);
    },
  };
}

/**
 * A peer's incremental update and one query. `whole`: all documents of the server are put in anew. Otherwise only the
 * changed one is, as if something told the peer which one that is.
 */
function updating(
  peer: Peer,
  documents: readonly PeerDocument[],
  versionOf: (run: number) => BenchSource,
  { whole, queryOf }: { readonly whole: boolean; readonly queryOf: (run: number) => string },
) {
  const index = peer.build(documents);
  let held: readonly PeerDocument[] = documents.slice(-CHANGED_SERVER_TOOLS);
  return {
    name: `${peer.name}: update of ${whole ? `all ${CHANGED_SERVER_TOOLS}` : 'the one changed'}, query`,
    prepare: (run: number) => ({
      next: toolsOf(versionOf(run)).map((tool) => documentOf(tool as Parameters<typeof documentOf>[0])),
      query: queryOf(run),
    }),
    run({ next, query }: { next: readonly PeerDocument[]; query: string }) {
      const from = whole ? 0 : CHANGED_SERVER_TOOLS - 1;
      index.update(held.slice(from), next.slice(from));
      held = next;
      index.search(query, 5);
    },
  };
}
