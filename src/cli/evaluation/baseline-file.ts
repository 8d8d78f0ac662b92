import { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Related } from '../../disclosure/policy/config.ts';
import type { LabelledQuery, Measures } from '../../eval/evaluate.ts';
import { queriesFingerprint } from '../../eval/queries-fingerprint.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { readPackedText } from '../session/tools-file.ts';
import { REPORT_KIND, REPORT_VERSION } from './evaluation-report.ts';
import type { GoldLabels } from './gold-labels.ts';

const share = z.number().min(0).max(1);
const rank = z.int().min(1).optional();

/** An earlier report, as far as it is compared. */
export interface Baseline {
  readonly kind: typeof REPORT_KIND;
  readonly version: typeof REPORT_VERSION;
  readonly related: Related;
  readonly tools: { readonly searched: number; readonly fingerprint: string };
  readonly labelled?:
    | {
        readonly asked: number;
        readonly fingerprint: string;
        readonly measures: Measures;
        readonly results: readonly BaselineResult[];
      }
    | undefined;
  readonly unanswerable?:
    | { readonly asked: number; readonly fingerprint: string; readonly silence: number }
    | undefined;
}

/** Where a query's first right tool was; without a rank, nowhere. */
interface BaselineResult {
  readonly query: string;
  readonly gold: readonly string[];
  readonly rank?: number | undefined;
}

const baselineSchema: z.ZodType<Baseline> = z.object({
  kind: z.literal(REPORT_KIND),
  version: z.literal(REPORT_VERSION),
  related: z.enum(['on', 'off']),
  tools: z.object({ searched: z.int(), fingerprint: z.string() }),
  labelled: z
    .object({
      asked: z.int(),
      fingerprint: z.string(),
      measures: z.object({ recallAt1: share, recallAt5: share, recallAt10: share, mrr: share, ndcgAt10: share }),
      results: z.array(z.object({ query: z.string(), gold: z.array(z.string()), rank })),
    })
    .optional(),
  unanswerable: z.object({ asked: z.int(), fingerprint: z.string(), silence: share }).optional(),
});

const HOW_TO_MAKE = 'make one with: callslip eval … --json > baseline.json';

/**
 * Reads what an earlier run printed with `--json`.
 *
 * @throws CommandError when the file is no such report.
 */
export async function readBaseline(file: string): Promise<Baseline> {
  let text: string;
  try {
    text = await readPackedText(file);
  } catch (error) {
    throw fault(file, `it can't be read: ${messageOf(error)}`, HOW_TO_MAKE);
  }
  if (text.trim() === '') {
    throw fault(
      file,
      'it is empty',
      `a report must not be written into the file that is its own baseline; ${HOW_TO_MAKE}`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(file, 'it is not JSON', HOW_TO_MAKE);
  }
  if (isJsonObject(value) && value['kind'] === REPORT_KIND && value['version'] !== REPORT_VERSION) {
    throw fault(file, 'another version of callslip made it', 'measure the baseline anew with this one');
  }
  const read = baselineSchema.safeParse(value);
  if (read.success) return read.data;
  throw fault(file, 'it is no report of callslip eval', HOW_TO_MAKE);
}

/** What has to be the same for two runs to be compared. */
export interface Comparable {
  readonly related: Related;
  readonly labels: Pick<GoldLabels, 'queries' | 'unused'> | undefined;
  readonly unanswerable: readonly LabelledQuery[] | undefined;
}

/**
 * Makes sure that a run can be compared with its baseline: the same queries with the same gold tools, asked in the same way.
 * The other tools may have changed: what becomes of the search with them is what is compared.
 *
 * @throws CommandError saying what is not the same.
 */
export function mustBeComparable(file: string, baseline: Baseline, now: Comparable): void {
  const { related, labelled, unanswerable } = baseline;
  if (related !== now.related) {
    throw fault(file, `it was measured with --related ${related}`, `add --related ${related}`);
  }
  mustHaveBoth(file, '--queries', labelled, now.labels);
  mustHaveBoth(file, '--unanswerable', unanswerable, now.unanswerable);
  const remedy = 'give the same files as then, or measure the baseline anew';
  if (labelled !== undefined && now.labels !== undefined) {
    const isSame = labelled.fingerprint === queriesFingerprint(now.labels.queries);
    if (!isSame) throw fault(file, `it was measured on ${differenceOf(labelled.results, now.labels)}`, remedy);
  }
  if (unanswerable !== undefined && now.unanswerable !== undefined) {
    const isSame = unanswerable.fingerprint === queriesFingerprint(now.unanswerable);
    if (!isSame) throw fault(file, 'it was measured on other unanswerable queries', remedy);
  }
}

function mustHaveBoth(file: string, option: string, before: unknown, now: unknown): void {
  if ((before === undefined) === (now === undefined)) return;
  const how = before === undefined ? 'without' : 'with';
  throw fault(file, `it was measured ${how} ${option}`, 'give the same options as then');
}

/** What is not the same of labelled queries. */
function differenceOf(
  were: readonly LabelledQuery[],
  { queries: are, unused }: NonNullable<Comparable['labels']>,
): string {
  const here = new Set(are.map(({ query }) => query));
  const same = were.filter(({ query }) => here.has(query)).length;
  const isOfLabels = same === were.length && are.length === were.length;
  const what = isOfLabels
    ? 'other labels'
    : `other queries (${were.length} there, ${are.length} here, ${same} the same)`;
  // A tool that is gone takes its queries with it.
  const [lost] = unused;
  return lost === undefined
    ? what
    : `${what}; here, gold name ${JSON.stringify(lost.name)} counts for nothing: ${lost.reason}`;
}

function fault(file: string, what: string, remedy: string): CommandError {
  return new CommandError(EXIT.usage, `${file}: ${what}; ${remedy}`);
}
