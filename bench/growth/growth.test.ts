import { describe, expect, it } from 'vitest';
import { toolsOf } from '../catalogues.ts';
import { timeWithin } from './budgeted.ts';
import { growthAims, growthPlot, growthTable } from './figures.ts';
import { growthQueries } from './growth-queries.ts';
import { drawPlot } from './plot.ts';
import { growthCatalogue, repeat } from './repeated.ts';
import { type GrowthRun, queryKey } from './run.ts';

describe('a repeated catalogue', () => {
  it('has the same servers under other names, and no published name twice', async () => {
    const { sources, changing } = await growthCatalogue(10_000);
    const names = sources.flatMap((source) => toolsOf(source).map(({ name }) => name));
    expect(new Set(names).size).toBe(10_000);
    expect(sources.at(-1)).toBe(changing);
    expect(sources.filter(({ label }) => label === 'github' || label === 'github-2')).toHaveLength(2);
  });

  it('ends in the middle of a server when there are enough tools', () => {
    const record = { name: 'a', description: '', inputSchema: {}, wire: {} };
    const once = [
      { label: 'one', records: [record, record] },
      { label: 'two', records: [record] },
    ];
    const sizes = repeat(once, 5).map(({ label, records }) => [label, records.length]);
    expect(sizes).toEqual([
      ['one', 2],
      ['two', 1],
      ['one-2', 2],
    ]);
    expect(repeat(once, 4).at(-1)).toEqual({ label: 'one-2', records: [record] });
    expect(repeat([], 5)).toEqual([]);
  });
});

describe('the queries', () => {
  it('are keywords and sentences, the same each time', async () => {
    const { keywords, sentences } = await growthQueries();
    const words = (text: string) => text.split(' ').length;
    expect(keywords.length).toBeGreaterThan(20);
    expect(sentences.length).toBeGreaterThan(30);
    expect(Math.max(...keywords.map(words))).toBeLessThan(Math.max(...sentences.map(words)));
    expect(await growthQueries()).toEqual({ keywords, sentences });
  });
});

describe('timing within a budget', () => {
  it('counts neither warm-up nor preparation, and keeps to the number of runs', async () => {
    const seen: number[] = [];
    const timing = await timeWithin(
      { budgetMs: 60_000, runs: 8 },
      (run) => run,
      (run) => seen.push(run),
    );
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(timing.runs).toBe(6);
  });

  it('stops when the time is over, but not before there is something to tell', async () => {
    const timing = await timeWithin(
      { budgetMs: 0, runs: 1_000_000 },
      () => undefined,
      () => undefined,
    );
    expect(timing.runs).toBeGreaterThanOrEqual(5);
    expect(timing.runs).toBeLessThan(1_000);
  });
});

/** Searches that take as long as the square root of the size; everything else is linear. */
function runOf(size: number): GrowthRun {
  const timing = (ms: number) => ({ runs: 10, median: ms, p95: 2 * ms });
  const once = { ms: size / 100, bytesPerTool: 1_000 };
  const keys = (['keywords', 'sentences'] as const).flatMap((kind) => [queryKey(kind, 'off'), queryKey(kind, 'on')]);
  return {
    size,
    sources: 1,
    registered: once,
    strictIndex: once,
    relatedIndex: once,
    turn: timing(size / 1_000),
    changed: timing(1),
    queries: Object.fromEntries(keys.map((key) => [key, timing(Math.sqrt(size) / 100)])),
  };
}

const RUNS = [100, 1_000, 5_000, 100_000].map(runOf);

describe('the figures', () => {
  it('tell how times grow: not at all, with the root, with the size', () => {
    const { head, body } = growthTable(RUNS);
    expect(head).toHaveLength(RUNS.length + 2);
    const exponents = new Map(body.map((row) => [row[0], row.at(-1)]));
    expect(exponents.get('registering all')).toBeCloseTo(1);
    expect(exponents.get('search with a sentence, both tiers')).toBeCloseTo(0.5);
    expect(exponents.get('one server changed, until a sentence is answered')).toBeCloseTo(0);
  });

  it('are held against the aims', () => {
    const aims = growthAims(RUNS);
    expect(aims).toHaveLength(5);
    expect(aims.every(({ met }) => met)).toBe(true);
    const [slow, ...others] = RUNS.map((run) => ({ ...run, relatedIndex: { ms: 1, bytesPerTool: 4_000 } }));
    expect(growthAims([slow as GrowthRun, ...others]).filter(({ met }) => !met)).toHaveLength(1);
  });
});

describe('the plot', () => {
  const plot = {
    title: 'a < b & c',
    x: 'tools',
    y: 'ms',
    series: [
      {
        name: 'line',
        points: [
          [100, 1],
          [10_000, 100],
        ],
      },
    ],
  } as const;

  it('puts whole powers of ten where they belong on both axes', () => {
    const svg = drawPlot(plot);
    expect(svg).toContain('<polyline points="70,426 510,44"');
    for (const tick of ['>100<', '>1,000<', '>10,000<', '>10<', '>1<']) expect(svg).toContain(tick);
  });

  it('is well-formed whatever the texts are, and the same for the same numbers', () => {
    const svg = drawPlot(plot);
    expect(svg).toContain('<title>a &lt; b &amp; c</title>');
    expect(svg.match(/<(?!\/)[a-z]+/g)?.length).toBe(
      (svg.match(/\/>/g)?.length ?? 0) + (svg.match(/<\//g)?.length ?? 0),
    );
    expect(drawPlot(plot)).toBe(svg);
  });

  it('draws one line for everything that is told to grow', () => {
    const svg = drawPlot(growthPlot(RUNS));
    expect(svg.match(/<polyline/g)).toHaveLength(growthPlot(RUNS).series.length);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});
