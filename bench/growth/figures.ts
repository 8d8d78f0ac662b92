import { type Aim, atMost } from '../report.ts';
import type { Table } from '../table.ts';
import type { Plot } from './plot.ts';
import { type GrowthRun, queryKey } from './run.ts';

const AIM_TOOLS = 5_000;
const AIM_MS = 5;
const AIM_BYTES = 4_096;
/** Far below linear: a hundred times the tools may cost 25 times as much. */
const AIM_EXPONENT = 0.7;
/** Between these sizes the exponent is taken. */
const FROM = 1_000;
const TO = 100_000;

/** One figure of every run. */
interface Line {
  readonly what: string;
  readonly of: (run: GrowthRun) => number;
}

const KEYWORDS = { what: 'search with keywords, both tiers', key: queryKey('keywords', 'on') };
const SENTENCES = { what: 'search with a sentence, both tiers', key: queryKey('sentences', 'on') };
const SEARCHES = [
  { what: 'search with keywords, strict tier', key: queryKey('keywords', 'off') },
  { what: 'search with a sentence, strict tier', key: queryKey('sentences', 'off') },
  KEYWORDS,
  SENTENCES,
];

const median = ({ what, key }: (typeof SEARCHES)[number]): Line => ({ what, of: (run) => timingOf(run, key).median });
const REGISTERED: Line = { what: 'registering all', of: ({ registered }) => registered.ms };
const COLD: Line = { what: 'both indexes', of: (run) => run.strictIndex.ms + run.relatedIndex.ms };
const TURN: Line = { what: 'snapshot and catalogue before a search', of: ({ turn }) => turn.median };
const CHANGED: Line = { what: 'one server changed, until a sentence is answered', of: ({ changed }) => changed.median };

const TIMES: readonly Line[] = [
  REGISTERED,
  { what: 'first keywords: index of the strict tier', of: ({ strictIndex }) => strictIndex.ms },
  { what: 'first sentence: what the related tier has besides', of: ({ relatedIndex }) => relatedIndex.ms },
  TURN,
  ...SEARCHES.flatMap((search) => [
    median(search),
    { what: `${search.what}, p95`, of: (run: GrowthRun) => timingOf(run, search.key).p95 },
  ]),
  CHANGED,
];

const INDEX_BYTES = (run: GrowthRun) => run.strictIndex.bytesPerTool + run.relatedIndex.bytesPerTool;
const BYTES: readonly Line[] = [
  { what: 'definitions, bytes a tool', of: ({ registered }) => registered.bytesPerTool },
  { what: 'index of the strict tier, bytes a tool', of: ({ strictIndex }) => strictIndex.bytesPerTool },
  { what: 'what the related tier has besides, bytes a tool', of: ({ relatedIndex }) => relatedIndex.bytesPerTool },
];

/** All figures: a row each, a column for each size, and how times grow. */
export function growthTable(runs: readonly GrowthRun[]): Table {
  const row = ({ what, of }: Line, last: number | string) => [what, ...runs.map(of), last];
  return {
    title: 'Milliseconds (medians where nothing else is said), and bytes',
    head: ['measured', ...runs.map(({ size }) => `${size.toLocaleString('en')} tools`), 'exponent from 1,000 on'],
    body: [...TIMES.map((line) => row(line, exponentOf(line, runs))), ...BYTES.map((line) => row(line, ''))],
  };
}

/** What was to be reached. */
export function growthAims(runs: readonly GrowthRun[]): readonly Aim[] {
  const run = runs.find(({ size }) => size === AIM_TOOLS);
  const largest = runs.at(-1);
  if (run === undefined || largest === undefined) return [];
  const tools = `${AIM_TOOLS.toLocaleString('en')} tools`;
  return [
    ...[KEYWORDS, SENTENCES].flatMap((search) => [
      atMost(`${search.what}, p95, ${tools}`, AIM_MS, timingOf(run, search.key).p95, ' ms'),
      atMost(`${search.what}, exponent of its growth`, AIM_EXPONENT, exponentOf(median(search), runs), ''),
    ]),
    atMost(`memory of both indexes and their tables for each tool, ${tools}`, AIM_BYTES, INDEX_BYTES(run), ' bytes'),
  ];
}

/** The lines that are drawn. */
export function growthPlot(runs: readonly GrowthRun[]): Plot {
  const lines = [REGISTERED, COLD, CHANGED, TURN, median(SENTENCES), median(KEYWORDS)];
  return {
    title: 'What grows with the catalogue',
    x: 'tools',
    y: 'milliseconds',
    series: lines.map(({ what, of }) => ({ name: what, points: runs.map((run) => [run.size, of(run)] as const) })),
  };
}

/** The power of the number of tools with which a time grows: 1 is linear, 0 not at all. */
function exponentOf({ of }: Line, runs: readonly GrowthRun[]): number {
  const at = (wanted: number) => runs.filter(({ size }) => size === wanted).map(of)[0] ?? Number.NaN;
  return Math.log(at(TO) / at(FROM)) / Math.log(TO / FROM);
}

function timingOf({ queries }: GrowthRun, key: string): GrowthRun['turn'] {
  const timing = queries[key];
  if (timing === undefined) throw new Error(`there is no search "${key}"`);
  return timing;
}
