import { parseArgs } from 'node:util';
import { runGrowth } from './growth/run.ts';
import { renderAims, renderReport, type Suite, thisMachine } from './report.ts';
import { bill } from './suites/bill.ts';
import { changed } from './suites/changed.ts';
import { cold } from './suites/cold.ts';
import { runCold } from './suites/cold-run.ts';
import { firstList } from './suites/first-list.ts';
import { gateway } from './suites/gateway.ts';
import { growth } from './suites/growth.ts';
import { peers } from './suites/peers.ts';
import { retrieval } from './suites/retrieval.ts';
import { warm } from './suites/warm.ts';

const SUITES: readonly Suite[] = [warm, changed, cold, bill, peers, gateway, firstList, retrieval, growth];

const USAGE = `Usage: npm run bench -- [--only SUITE]... [--half test|training] [--plot FILE] [--quick] [--json]
Suites: ${SUITES.map(({ name }) => name).join(', ')}`;

/** Runs the suites and prints what they measured. An aim that is not met is said, and is no failure. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      half: { type: 'string', default: 'test' },
      plot: { type: 'string' },
      help: { type: 'boolean', default: false },
      'cold-run': { type: 'boolean', default: false },
      'growth-run': { type: 'boolean', default: false },
    },
  });
  const { quick, half, plot } = values;
  if (values['cold-run']) {
    const [contender = '', size] = positionals;
    process.stdout.write(JSON.stringify(await runCold(contender, Number(size))));
    return;
  }
  if (values['growth-run']) {
    const budget = quick ? { budgetMs: 500, runs: 80 } : { budgetMs: 4_000, runs: 800 };
    process.stdout.write(JSON.stringify(await runGrowth(Number(positionals[0]), budget)));
    return;
  }
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (half !== 'test' && half !== 'training') throw new Error(`there is no half "${half}"\n${USAGE}`);
  const reports = [];
  for (const { name, title, run } of chosen(values.only)) {
    const progress = (text: string) => process.stderr.write(`bench: ${text}\n`);
    reports.push({ name, title, ...(await run({ quick, half, plot, progress })) });
  }
  const machine = thisMachine();
  const aims = reports.flatMap((report) => report.aims);
  if (values.json) {
    console.log(JSON.stringify({ machine, quick, suites: reports }, null, 2));
    return;
  }
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, ${machine.date}`);
  if (quick) console.log('\nQuick: few runs, to see that it works. No figures to quote.');
  for (const report of reports) console.log(`\n## ${report.title}\n\n${renderReport(report)}`);
  if (aims.length > 0) console.log(`\n## Aims\n\n${renderAims(aims)}`);
  const missed = aims.filter(({ met }) => !met).length;
  console.log(missed === 0 ? '\nEvery aim measured is met.' : `\n${missed} of ${aims.length} aims are NOT met.`);
}

function chosen(only: readonly string[] | undefined): readonly Suite[] {
  const unknown = only?.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined) throw new Error(`there is no suite "${unknown}"\n${USAGE}`);
  return only === undefined ? SUITES : SUITES.filter(({ name }) => only.includes(name));
}

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
