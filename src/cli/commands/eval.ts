import path from 'node:path';
import type { Related } from '../../disclosure/policy/config.ts';
import { selfCheck } from '../../eval/self/self-check.ts';
import { readBaseline } from '../evaluation/baseline-file.ts';
import { type Measurement, measureCatalog } from '../evaluation/measure-catalog.ts';
import { type OpenCatalog, openCatalog } from '../evaluation/open-catalog.ts';
import { createPace } from '../evaluation/pace.ts';
import { readLabelledQueries, readUnanswerableQueries } from '../evaluation/query-file.ts';
import { renderEvaluation } from '../evaluation/render-evaluation.ts';
import { renderSelfCheck, USE_NOT_RECORDED } from '../evaluation/render-self-check.ts';
import { tellDrops, tellUnusedGold } from '../evaluation/tell-evaluation.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { grouped } from '../render/bill.ts';
import { withRuntime } from '../session/open-runtime.ts';

/** Options of `callslip eval`. */
export interface EvalOptions extends SharedOptions {
  readonly queries?: string;
  readonly unanswerable?: string;
  readonly self?: boolean;
  readonly related?: Related;
  readonly baseline?: string;
  /** How far a score may fall; true where no number was given. */
  readonly failOnDrop?: number | true;
}

/** A point of a hundred: less may come of a few queries. */
const TOLERANCE = 0.01;

/** Measures how well the tools are found, by labelled queries or, with `--self`, by their own words. */
export async function evaluation(
  context: CommandContext,
  _args: readonly string[],
  options: EvalOptions,
): Promise<ExitCode> {
  mustFit(options);
  if (options.self === true) {
    return withRuntime(context, options, async (runtime) =>
      checkItself(await openCatalog(runtime, context, options), context, options),
    );
  }
  const measurement = await readMeasurement(options, context.host.cwd);
  return withRuntime(context, options, async (runtime) => {
    const report = await measureCatalog(await openCatalog(runtime, context, options), measurement, context);
    const { output } = context;
    if (options.json === true) output.json(JSON.stringify(report));
    else output.print(renderEvaluation(report, output));
    const isGoldUsed = tellUnusedGold(report, output);
    const hasDropped = tellDrops(report, output);
    if (hasDropped) return EXIT.failed;
    return isGoldUsed ? EXIT.ok : EXIT.notFound;
  });
}

/** @throws CommandError when the options don't go together. */
function mustFit({ queries, unanswerable, self, baseline, failOnDrop }: EvalOptions): void {
  const say = (message: string) => {
    throw new CommandError(EXIT.usage, message);
  };
  if (self === true && (queries ?? unanswerable ?? baseline ?? failOnDrop) !== undefined) {
    say('--self needs no queries and has no baseline; leave out the other options, or --self');
  }
  if (self !== true && queries === undefined && unanswerable === undefined) {
    say(
      'say what to measure: --queries FILE with labelled queries, --unanswerable FILE, or --self, which needs no file',
    );
  }
  if (failOnDrop !== undefined && baseline === undefined) {
    say('--fail-on-drop compares with an earlier run: name its output with --baseline FILE');
  }
}

async function readMeasurement(options: EvalOptions, cwd: string): Promise<Measurement> {
  const { queries, unanswerable, related, baseline, failOnDrop } = options;
  return {
    ...(related === undefined ? {} : { related }),
    ...(queries === undefined ? {} : { labelled: await readLabelledQueries(path.resolve(cwd, queries)) }),
    ...(unanswerable === undefined
      ? {}
      : { unanswerable: await readUnanswerableQueries(path.resolve(cwd, unanswerable)) }),
    ...(baseline === undefined
      ? {}
      : { baseline: { file: baseline, report: await readBaseline(path.resolve(cwd, baseline)) } }),
    ...(failOnDrop === undefined ? {} : { tolerance: failOnDrop === true ? TOLERANCE : failOnDrop }),
  };
}

async function checkItself(
  { catalog, top, related: configured }: OpenCatalog,
  context: CommandContext,
  { json, related = configured }: EvalOptions,
): Promise<ExitCode> {
  const { output } = context;
  const pace = createPace(context);
  const size = catalog.tools.length;
  const check = await selfCheck(catalog, {
    related,
    top,
    between: (stage, done) => pace(() => `${stage}: ${Math.floor((100 * done) / size)} % of ${grouped(size)} tools`),
  });
  const report = {
    kind: 'callslip-self-check',
    version: 1,
    related,
    ...check,
    neverUsed: { reason: USE_NOT_RECORDED },
  };
  if (json === true) output.json(JSON.stringify(report));
  else output.print(renderSelfCheck(check, output));
  return EXIT.ok;
}
