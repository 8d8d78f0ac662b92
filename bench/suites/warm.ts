import type { Session } from '../../src/dispatch/session.ts';
import { loadCatalogue, SIZES } from '../catalogues.ts';
import { search } from '../engine.ts';
import { type Contender, race, timingOf } from '../measure.ts';
import { miniSearch } from '../peers/minisearch.ts';
import { queriesOf } from '../queries.ts';
import { registered } from '../registered.ts';
import { type Aim, atMost, type Row, type Suite, type SuiteOptions, timed } from '../report.ts';

const AIM_MS = 5;
const AIM_TOOLS = 5_000;
const AIM_SHARE = 1 / 20;

/** One turn of a running session: what the model sees, and one search of four and of twelve words. */
export const warm: Suite = {
  name: 'warm',
  title: 'Warm: exposure and search of an unchanged catalogue',
  async run(options) {
    const rows: Row[] = [];
    const aims: Aim[] = [];
    for (const size of SIZES) {
      const part = await measureSize(size, options);
      rows.push(...part.rows);
      if (size === AIM_TOOLS) aims.push(...part.aims);
    }
    return { rows, aims };
  },
};

interface Turn {
  readonly session: Session;
  readonly query: string;
}

async function measureSize(size: number, { quick, progress }: SuiteOptions) {
  progress(`warm: ${size} tools`);
  const catalogue = await loadCatalogue(size);
  const { engine, documents } = await registered(catalogue);
  const pick = (words: number) => {
    const queries = queriesOf(catalogue, words);
    return (run: number): Turn => ({ session: engine.session(), query: queries[run % queries.length] as string });
  };
  const exposure = ({ session }: Turn) => session.expose();
  const find = ({ session, query }: Turn) => search(session, query);
  const both = async (turn: Turn) => {
    await exposure(turn);
    await find(turn);
  };
  const turns: Contender[] = [
    { name: 'exposure', prepare: pick(4), run: exposure },
    { name: 'search, 4 words', prepare: pick(4), run: find },
    { name: 'search, 12 words', prepare: pick(12), run: find },
    { name: 'exposure and search, 4 words', prepare: pick(4), run: both },
    { name: 'exposure and search, 12 words', prepare: pick(12), run: both },
  ];
  const peers: Contender[] = [{ name: 'MiniSearch rebuild', run: () => miniSearch.build(documents) }];
  // One after the other: a rebuild leaves so much garbage that a turn of a millisecond would pay for it.
  const times = new Map([
    ...(await race(turns, quick ? { runs: 5, warmUp: 5 } : { runs: 100, warmUp: 50 })),
    ...(await race(peers, quick ? { runs: 3, warmUp: 2 } : { runs: 20, warmUp: 5 })),
  ]);
  const rebuild = timingOf(times, 'MiniSearch rebuild');
  const rows = [...turns, ...peers].map(({ name }) => {
    const timing = timingOf(times, name);
    return timed(name, timing, {
      tools: size,
      ratio: { of: 'MiniSearch rebuild', times: timing.median / rebuild.median },
    });
  });
  const aims = [4, 12].flatMap((words) => {
    const { median } = timingOf(times, `exposure and search, ${words} words`);
    const what = `warm exposure and search of ${size.toLocaleString('en')} tools, ${words} words`;
    return [
      atMost(what, AIM_MS, median, ' ms'),
      atMost(`${what}, against MiniSearch's rebuild`, AIM_SHARE, median / rebuild.median, ' ×'),
    ];
  });
  return { rows, aims };
}
