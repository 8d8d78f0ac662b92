import { systemClock } from '../../base/clock.ts';
import type { Related } from '../../disclosure/policy/config.ts';
import { measureAbstention } from '../../eval/abstention.ts';
import { compareScores, fallenQueries } from '../../eval/compare.ts';
import { evaluate } from '../../eval/evaluate.ts';
import type { CommandContext } from '../program/command.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { grouped } from '../render/bill.ts';
import { type Baseline, mustBeComparable } from './baseline-file.ts';
import {
  type ComparisonPart,
  type EvaluationReport,
  emptyReport,
  labelledPart,
  scoresOf,
  unanswerablePart,
} from './evaluation-report.ts';
import { type GoldLabels, useLabels } from './gold-labels.ts';
import type { OpenCatalog } from './open-catalog.ts';
import { createPace } from './pace.ts';
import type { WrittenQuery } from './query-file.ts';

/** What is measured, read from its files. */
export interface Measurement {
  /** @default as the catalogue is searched */
  readonly related?: Related;
  readonly labelled?: readonly WrittenQuery[];
  readonly unanswerable?: readonly WrittenQuery[];
  readonly baseline?: { readonly file: string; readonly report: Baseline };
  /** How far a score may fall behind the baseline; absent when it may fall as far as it likes. */
  readonly tolerance?: number;
}

/**
 * Measures how well a catalogue is searched.
 *
 * @throws CommandError when no gold name is a tool's, or when the baseline can't be compared.
 */
export async function measureCatalog(
  open: OpenCatalog,
  measurement: Measurement,
  context: CommandContext,
): Promise<EvaluationReport> {
  const { related = open.related, unanswerable, baseline } = measurement;
  const labels = measurement.labelled && usableLabels(measurement.labelled, open);
  if (baseline !== undefined) mustBeComparable(baseline.file, baseline.report, { related, labels, unanswerable });
  const pace = createPace(context);
  const asking = (queries: readonly unknown[]) => (done: number) =>
    pace(() => `asking: ${Math.floor((100 * done) / queries.length)} % of ${grouped(queries.length)} queries`);
  let report = emptyReport(open, related);
  if (labels !== undefined) {
    const options = { related, now: systemClock.now, between: asking(labels.queries) };
    report = { ...report, labelled: labelledPart(labels, await evaluate(open.catalog, labels.queries, options)) };
  }
  if (unanswerable !== undefined) {
    const queries = unanswerable.map(({ query }) => query);
    const options = { related, between: asking(queries) };
    const abstention = await measureAbstention(open.catalog, queries, options);
    report = { ...report, unanswerable: unanswerablePart(unanswerable, abstention) };
  }
  if (baseline === undefined) return report;
  return { ...report, comparison: comparisonOf(baseline.report, report, measurement.tolerance) };
}

function usableLabels(written: readonly WrittenQuery[], open: OpenCatalog): GoldLabels {
  const labels = useLabels(written, open);
  if (labels.queries.length > 0) return labels;
  const [first] = labels.unused;
  const [tool] = open.catalog.tools;
  throw new CommandError(
    EXIT.notFound,
    `no gold name is a tool of this catalogue: ${first?.places[0]} has ${JSON.stringify(first?.name)} (${first?.reason}); ` +
      `names of tools are such as ${tool?.name}, and callslip tools shows all`,
  );
}

function comparisonOf(baseline: Baseline, report: EvaluationReport, tolerance: number | undefined): ComparisonPart {
  const { tools, labelled } = baseline;
  return {
    sameTools: tools.fingerprint === report.tools.fingerprint,
    toolsBefore: tools.searched,
    ...(tolerance === undefined ? {} : { tolerance }),
    scores: compareScores(scoresOf(baseline), scoresOf(report), tolerance ?? 0),
    fallen: fallenQueries(labelled?.results ?? [], report.labelled?.results ?? []),
  };
}
