import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { growthAims, growthPlot, growthTable } from '../growth/figures.ts';
import { drawPlot } from '../growth/plot.ts';
import type { GrowthRun } from '../growth/run.ts';
import type { Suite } from '../report.ts';

const SIZES = [100, 1_000, 5_000, 10_000, 100_000];
/** A size that takes longer than this is stuck. */
const MOST_MS = 120_000;

/** How costs grow with the catalogue. */
export const growth: Suite = {
  name: 'growth',
  title: 'Growth: from 100 to 100,000 tools',
  async run({ quick, plot, progress }) {
    const runs: GrowthRun[] = [];
    for (const size of SIZES) {
      progress(`growth: ${size} tools`);
      runs.push(await inOwnProcess(size, quick));
    }
    if (plot !== undefined) await writeFile(plot, drawPlot(growthPlot(runs)));
    return { rows: [], tables: [growthTable(runs)], aims: growthAims(runs) };
  },
};

/** Memory is that of one catalogue alone, and no size finds code warmed up by another. */
async function inOwnProcess(size: number, quick: boolean): Promise<GrowthRun> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const args = ['--expose-gc', '--import', import.meta.resolve('tsx'), main, '--growth-run', String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, quick ? [...args, '--quick'] : args, {
    timeout: MOST_MS,
  });
  return JSON.parse(stdout);
}
