import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SIZES } from '../catalogues.ts';
import { summarise, type Timing } from '../measure.ts';
import { atMost, type Row, type Suite, type SuiteOptions, timed } from '../report.ts';
import type { ColdTimes } from './cold-run.ts';

const AIM_MS = 250;
const AIM_TOOLS = 5_000;
const CONTENDERS = ['callslip', 'MiniSearch', 'Orama'];

const PHASES: Readonly<Record<string, string>> = {
  definitions: 'making tools of the definitions (not counted)',
  registration: 'registration',
  exposure: 'first exposure',
  search: 'first search',
  total: 'registration, first exposure, first search',
  bill: 'the bill, once it is asked for (not counted)',
};

/** From registration to the first answer, each time in a new process. */
export const cold: Suite = {
  name: 'cold',
  title: 'Cold: registration, first exposure and first search, each run in a process of its own',
  async run(options) {
    const rows: Row[] = [];
    let reached = Number.NaN;
    for (const tools of options.quick ? [AIM_TOOLS] : SIZES) {
      const phases = await measureSize(tools, options);
      const total = phases.get('callslip total') as Timing;
      const peer = phases.get('MiniSearch total') as Timing;
      if (tools === AIM_TOOLS) reached = total.median;
      for (const [phase, what] of Object.entries(PHASES)) {
        const timing = phases.get(`callslip ${phase}`) as Timing;
        const ratio = { of: 'cold MiniSearch', times: timing.median / peer.median };
        rows.push(timed(what, timing, { tools, ratio }));
      }
      for (const name of CONTENDERS.slice(1)) {
        const timing = phases.get(`${name} total`) as Timing;
        const ratio = { of: 'cold MiniSearch', times: timing.median / peer.median };
        rows.push(timed(`${name}: first build, first search`, timing, { tools, ratio }));
      }
    }
    return { rows, aims: [atMost(`cold, ${AIM_TOOLS.toLocaleString('en')} tools`, AIM_MS, reached, ' ms')] };
  },
};

async function measureSize(size: number, { quick, progress }: SuiteOptions): Promise<ReadonlyMap<string, Timing>> {
  const runs = quick ? 2 : 20;
  const samples = new Map<string, number[]>();
  for (let run = 0; run < runs; run++) {
    progress(`cold: ${size} tools, process ${run + 1} of ${runs} for each contender`);
    for (const contender of CONTENDERS) {
      for (const [phase, took] of Object.entries(await inOwnProcess(contender, size))) {
        const key = `${contender} ${phase}`;
        samples.set(key, [...(samples.get(key) ?? []), took]);
      }
    }
  }
  return new Map([...samples].map(([key, took]) => [key, summarise(took)]));
}

async function inOwnProcess(contender: string, size: number): Promise<ColdTimes> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const args = ['--expose-gc', '--import', import.meta.resolve('tsx'), main, '--cold-run', contender, String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}
