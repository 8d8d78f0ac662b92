import { fingerprint } from '../../disclosure/fingerprint.ts';
import type { Related } from '../../disclosure/policy/config.ts';
import type { Abstention, UnanswerableResult } from '../../eval/abstention.ts';
import { type AnswerTier, DEPTH } from '../../eval/ask.ts';
import type { RankChange, ScoreChange, Scores } from '../../eval/compare.ts';
import type { Evaluation, LabelledQuery, Measures } from '../../eval/evaluate.ts';
import type { Latency } from '../../eval/latency.ts';
import { queriesFingerprint } from '../../eval/queries-fingerprint.ts';
import type { GoldLabels, UnusedGold } from './gold-labels.ts';
import type { OpenCatalog } from './open-catalog.ts';

/** By which a file is known to be such a report. */
export const REPORT_KIND = 'callslip-eval';

/** Goes up when an older report can't be compared any more. */
export const REPORT_VERSION = 1;

/** One query of a report. */
export interface ReportedQuery extends LabelledQuery {
  readonly tier: AnswerTier;
  readonly rank?: number;
  /** What came first, where that was no gold tool. */
  readonly instead?: string;
}

/** What was measured on labelled queries. */
export interface LabelledPart {
  readonly asked: number;
  /** Queries of the file without any gold tool that can be found. */
  readonly leftOut: number;
  readonly fingerprint: string;
  readonly measures: Measures;
  readonly answered: Readonly<Record<AnswerTier, number>>;
  readonly latencyMs: Latency;
  readonly unusedGold: readonly UnusedGold[];
  readonly results: readonly ReportedQuery[];
}

/** What was measured on queries that no tool can answer. */
export interface UnanswerablePart {
  readonly asked: number;
  readonly fingerprint: string;
  readonly answered: Readonly<Record<AnswerTier, number>>;
  /** The share that was answered with nothing. */
  readonly silence: number;
  /** Those that were answered. */
  readonly results: readonly UnanswerableResult[];
}

/** This run beside an earlier one. */
export interface ComparisonPart {
  /** Whether the tools are the very same. */
  readonly sameTools: boolean;
  readonly toolsBefore: number;
  /** How far a score may fall; absent when it makes no difference. */
  readonly tolerance?: number;
  readonly scores: readonly ScoreChange[];
  readonly fallen: readonly RankChange[];
}

/** What `callslip eval` prints as JSON, and reads as a baseline. */
export interface EvaluationReport {
  readonly kind: typeof REPORT_KIND;
  readonly version: typeof REPORT_VERSION;
  readonly related: Related;
  /** How many tools of an answer were looked at. */
  readonly depth: number;
  readonly tools: { readonly searched: number; readonly listed: number; readonly fingerprint: string };
  readonly labelled?: LabelledPart;
  readonly unanswerable?: UnanswerablePart;
  readonly comparison?: ComparisonPart;
}

/** A report, as far as it has scores. */
interface Scored {
  readonly labelled?: Pick<LabelledPart, 'measures'> | undefined;
  readonly unanswerable?: Pick<UnanswerablePart, 'silence'> | undefined;
}

/** The report of a run that has measured nothing yet. */
export function emptyReport({ catalog, listed }: OpenCatalog, related: Related): EvaluationReport {
  const tools = catalog.tools.map((tool) => ({ ...tool, definition: tool }));
  return {
    kind: REPORT_KIND,
    version: REPORT_VERSION,
    related,
    depth: DEPTH,
    tools: { searched: tools.length, listed: listed.length, fingerprint: fingerprint(tools) },
  };
}

/** The part on labelled queries. */
export function labelledPart({ queries, leftOut, unused }: GoldLabels, evaluation: Evaluation): LabelledPart {
  const { measures, answered, latency, results } = evaluation;
  return {
    asked: queries.length,
    leftOut,
    fingerprint: queriesFingerprint(queries),
    measures,
    answered,
    latencyMs: {
      first: inMicroseconds(latency.first),
      p50: inMicroseconds(latency.p50),
      p95: inMicroseconds(latency.p95),
    },
    unusedGold: unused,
    results: results.map(({ query, gold, tier, rank, found: [first] }) => ({
      query,
      gold,
      tier,
      ...(rank === undefined ? {} : { rank }),
      ...(rank === 1 || first === undefined ? {} : { instead: first }),
    })),
  };
}

/** The part on unanswerable queries, which have no gold tools. */
export function unanswerablePart(
  queries: readonly LabelledQuery[],
  { answered, results }: Abstention,
): UnanswerablePart {
  return {
    asked: queries.length,
    fingerprint: queriesFingerprint(queries),
    answered,
    silence: Math.round((answered.nothing / queries.length) * 1e6) / 1e6,
    results: results.filter(({ tier }) => tier !== 'nothing'),
  };
}

/** What of a report can be compared with another. */
export function scoresOf({ labelled, unanswerable }: Scored): Scores {
  return { ...labelled?.measures, ...(unanswerable === undefined ? {} : { silence: unanswerable.silence }) };
}

function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
