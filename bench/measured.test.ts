import { describe, expect, it } from 'vitest';
import { CHANGED_SERVER_TOOLS, loadCatalogue, loadWithSmallServer, toolsOf } from './catalogues.ts';
import { namesFound, search } from './engine.ts';
import { race, summarise } from './measure.ts';
import { miniSearch } from './peers/minisearch.ts';
import { orama } from './peers/orama.ts';
import type { Peer } from './peers/peer.ts';
import { queriesOf } from './queries.ts';
import { registered } from './registered.ts';

const PEERS: readonly Peer[] = [miniSearch, orama];

describe('the catalogues', () => {
  it('hold as many distinct tools as they say, none twice', async () => {
    const { sources, spare } = await loadCatalogue(5_000);
    const names = sources.flatMap((source) => toolsOf(source).map(({ name }) => name));
    expect(new Set(names).size).toBe(5_000);
    expect(sources.length).toBeGreaterThan(100);
    expect(spare.length).toBeGreaterThan(1_000);
  });

  it('are all behind the bridge once they are registered', async () => {
    const { documents } = await registered(await loadCatalogue(1_000));
    expect(documents).toHaveLength(1_000);
  });

  it('can have one small server that is listed again', async () => {
    const { sources, server } = await loadWithSmallServer(1_000);
    expect(server.records).toHaveLength(CHANGED_SERVER_TOOLS);
    expect(sources.reduce((sum, { records }) => sum + records.length, 0)).toBe(1_000);
  });
});

describe('the searches', () => {
  it.each([4, 12])('answer every query of %i words in every engine', async (words) => {
    const catalogue = await loadCatalogue(1_000);
    const { engine, documents } = await registered(catalogue);
    const indexes = PEERS.map((peer) => peer.build(documents));
    for (const query of queriesOf(catalogue, words)) {
      expect(query.split(' ')).toHaveLength(words);
      expect(namesFound(await search(engine.session(), query)).length, query).toBeGreaterThan(0);
      for (const index of indexes) expect(index.search(query, 5).length, query).toBeGreaterThan(0);
    }
  });

  it('mean the same by the same words: a rare word finds the same tools everywhere', async () => {
    const { engine, documents } = await registered(await loadCatalogue(1_000));
    const ours = namesFound(await search(engine.session(), 'kubernetes'));
    expect(ours.length).toBeGreaterThan(0);
    const found = (text: string) => /\bkubernetes\b/i.test(text);
    const holders = new Set(documents.filter(({ text }) => found(text)).map(({ id }) => id));
    expect(ours.every((name) => holders.has(name))).toBe(true);
    expect(new Set(miniSearch.build(documents).search('kubernetes', 1_000))).toEqual(holders);
  });

  it.each(PEERS)('$name finds what an update put in, and no more what it took out', async (peer) => {
    const { documents } = await registered(await loadCatalogue(100));
    const index = peer.build(documents);
    const [gone] = documents;
    index.update(gone === undefined ? [] : [gone], [{ id: 'fresh', text: 'quokka tickler' }]);
    expect(index.search('quokka', 5)).toEqual(['fresh']);
    expect(index.search(gone?.text ?? '', 100)).not.toContain(gone?.id);
  });

  it('find a tool of a server that was listed again, at once', async () => {
    const catalogue = await loadCatalogue(100);
    const { engine } = await registered(catalogue);
    const source = { label: 'late', records: catalogue.spare.slice(0, 2) };
    const handle = engine.open('late', toolsOf(source));
    const fresh = { label: 'late', records: [{ ...catalogue.spare[0], name: 'quokka_tickler' }] };
    handle.replace(toolsOf(fresh as typeof source));
    expect(namesFound(await search(engine.session(), 'quokka'))).toEqual(['mcp__late__quokka_tickler']);
    expect((await engine.session().expose()).deferred).toHaveLength(101);
  });
});

describe('the stop-watch', () => {
  it('counts neither warm-up nor preparation, and gives medians', async () => {
    const seen: number[] = [];
    const times = await race([{ name: 'one', prepare: (run) => run, run: (run: number) => seen.push(run) }], {
      runs: 3,
      warmUp: 2,
    });
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(times.get('one')?.runs).toBe(3);
    expect(summarise([4, 1, 3, 2])).toEqual({ runs: 4, median: 2.5, p95: 4 });
    expect(summarise([3, 1, 2]).median).toBe(2);
  });
});
